/** Signs drawn on buttons, each as the path of a drawing 24 wide and high. */
export const SIGN = {
  undo: "M9 6 4 11l5 5M4 11h9a6 6 0 0 1 6 6v1",
  repeat: "M19 12a7 7 0 1 1-2-5M19 3v5h-5",
  double: "m4 8 7 9m0-9-7 9M14 10q0-3 3-3t3 3q0 2-6 7h6",
  clear: "m6 6 12 12M18 6 6 18",
  take: "M5 12h14M12 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18",
} as const;

/** The four suits, each drawn around the origin in a square of 22. */
export const SUITS: Record<string, string> = {
  h: "M0 9C-13 0-9-10-4-10-1-10 0-7 0-6 0-7 1-10 4-10 9-10 13 0 0 9Z",
  d: "M0-11 8 0 0 11-8 0Z",
  s: "M0-11C5-4 11-1 10 4 9 8 4 9 1.5 6L4 11H-4L-1.5 6C-4 9-9 8-10 4-11-1-5-4 0-11Z",
  c: "M0-11a4.8 4.8 0 0 1 3.9 7.4A4.9 4.9 0 1 1 1.6 4.4L4 11H-4L-1.6 4.4A4.9 4.9 0 1 1-3.9-3.6 4.8 4.8 0 0 1 0-11Z",
};

/** Each ten of bingo balls has its colour, so that a number is found on the card at a glance. */
const HUES = [350, 25, 48, 95, 150, 190, 220, 265, 310];

export const ballColour = (ball: number): string => `hsl(${HUES[Math.min(8, Math.floor(ball / 10))] ?? 0} 62% 42%)`;

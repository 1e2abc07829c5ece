/** A Chilean identity number: its plain form if its check digit fits, or nothing. The server checks
 * it again. */
export function rut(text: string): string | null {
  const found = /^0*(\d{6,8})-?([\dK])$/.exec(text.trim().replace(/[. ]/g, "").toUpperCase());
  if (!found) return null;
  const [, number = "", digit = ""] = found;
  return checkDigit(number) === digit ? `${number}-${digit}` : null;
}

function checkDigit(number: string): string {
  let total = 0;
  for (const [n, one] of [...number].reverse().entries()) total += Number(one) * (2 + (n % 6));
  return "0K987654321"[total % 11] ?? "";
}

/** Whole years lived today, by a date as in papers (year-month-day). */
export function ageOf(born: string): number | null {
  const at = new Date(`${born}T00:00:00`);
  if (Number.isNaN(at.valueOf())) return null;
  const now = new Date();
  const had = now.getMonth() * 31 + now.getDate() >= at.getMonth() * 31 + at.getDate();
  return now.getFullYear() - at.getFullYear() - (had ? 0 : 1);
}

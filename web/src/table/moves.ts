/** The letter of a move: the first of its name that no other has taken. */
export function lettersOf(names: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const used = new Set<string>();
  for (const name of new Set(names)) {
    const letter = [...plain(name)].find((one) => /[a-z]/.test(one) && !used.has(one));
    if (!letter) continue;
    used.add(letter);
    found.set(name, letter);
  }
  return found;
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

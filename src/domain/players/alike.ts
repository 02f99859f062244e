/** Letters of other scripts, and figures, that look like a Latin one. */
export const LOOKS_LIKE: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      ['аα', 'a'],
      ['вβ', 'b'],
      ['сϲ', 'c'],
      ['еε', 'e'],
      ['нη', 'h'],
      ['і1l|!ι', 'i'],
      ['јj', 'j'],
      ['кκ', 'k'],
      ['м', 'm'],
      ['о0οσ', 'o'],
      ['рρ', 'p'],
      ['ѕ5', 's'],
      ['тτ', 't'],
      ['υ', 'u'],
      ['ѵν', 'v'],
      ['хχ', 'x'],
      ['уγ', 'y'],
    ] as const
  ).flatMap(([letters, like]) => Array.from(letters, (letter) => [letter, like])),
);

/**
 * What is left of a name to somebody who glances at it: names that are the same in this are hard to tell apart. Case,
 * accents, gaps, signs and letters that look like Latin ones count for nothing.
 */
export function glanceOf(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase();
  const letters = Array.from(plain).filter((letter) => /[\p{Letter}\p{Number}|!]/u.test(letter));
  const glance = letters.map((letter) => LOOKS_LIKE[letter] ?? letter).join('');
  // Of signs alone nothing would be left.
  return glance === '' ? plain.trim() : glance;
}

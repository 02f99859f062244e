/** The text of a port field as the schemas want it: a number, null where it is empty, NaN otherwise. */
export function portValue(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^\d{1,6}$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}

/** What became of entries that were changed together. */
import type { BucketEntryRow } from './row.ts';

const PARTS = ['comment', 'until'] as const;

type Values = Readonly<Partial<Pick<BucketEntryRow, (typeof PARTS)[number]>>>;

/** Entries of which the same became the same, by what of them is another now. */
export interface Alike {
  readonly rows: readonly BucketEntryRow[];
  readonly before: Values;
  readonly after: Values;
}

/** Parts them by what each had and has, so that all words are told, and what many had is told once. */
export function changesOf(
  before: readonly BucketEntryRow[],
  rows: readonly BucketEntryRow[],
): readonly Alike[] {
  const former = new Map(before.map((row) => [row.id, row]));
  const found = new Map<string, { rows: BucketEntryRow[]; before: Values; after: Values }>();
  for (const row of rows) {
    const was = former.get(row.id) ?? row;
    const parts = PARTS.filter((part) => was[part] !== row[part]);
    if (parts.length === 0) continue;
    const valuesOf = (of: BucketEntryRow): Values =>
      Object.fromEntries(parts.map((part) => [part, of[part]]));
    const [had, has] = [valuesOf(was), valuesOf(row)];
    const key = JSON.stringify([had, has]);
    const alike = found.get(key);
    if (alike === undefined) found.set(key, { rows: [row], before: had, after: has });
    else alike.rows.push(row);
  }
  return [...found.values()];
}

import type { Database } from '../store/database.ts';
import type { Secrets } from '../store/secrets/secrets.ts';
import { checkLink, GENESIS, KEYED, type BrokenLink } from './chain.ts';

const BATCH = 1_000;
/** So long after the keyed chain began, a host of an older version may still have written beside the new one. */
const REPLACED_WITHIN_MS = 86_400_000;

/** Rows without the key that come after the row that began the keyed chain. */
export interface PlainRows {
  readonly first: number;
  readonly last: number;
  readonly count: number;
  /** Some come more than a day after it: hosts are replaced within one, so those are looked into. */
  readonly late: boolean;
}

export interface AuditReport {
  /** Rows that follow from each other, from the first on. */
  readonly rows: number;
  /** The hash of the last of them: note it elsewhere, and a later cut of the end can be told too. */
  readonly head: string;
  readonly broken: BrokenLink | null;
  /** The row that begins the keyed chain; null where none does. */
  readonly keyedFrom: number | null;
  readonly plain: PlainRows | null;
}

/** Reads the whole audit and checks its chain. */
export async function verifyAudit(db: Database, key: Pick<Secrets, 'mac'>): Promise<AuditReport> {
  let previous: { readonly id: number; readonly hash: Buffer } = { id: 0, hash: GENESIS };
  let marker: { readonly id: number; readonly at: number } | null = null;
  let plain: PlainRows | null = null;
  let latest = 0;
  const report = (broken: BrokenLink | null): AuditReport => ({
    rows: previous.id,
    head: previous.hash.toString('hex'),
    broken,
    keyedFrom: marker?.id ?? null,
    plain,
  });
  for (;;) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('id', '>', previous.id)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      const link = checkLink(key, previous, row);
      if (typeof link !== 'string') return report(link);
      if (link === 'keyed' && row.action === KEYED) marker ??= row;
      if (marker !== null) {
        latest = Math.max(latest, row.at);
        const late = latest > marker.at + REPLACED_WITHIN_MS;
        if (link === 'plain') plain = withPlain(plain, row.id, late);
      }
      previous = row;
    }
    if (rows.length < BATCH) return report(null);
  }
}

function withPlain(known: PlainRows | null, id: number, late: boolean): PlainRows {
  if (known === null) return { first: id, last: id, count: 1, late };
  return { ...known, last: id, count: known.count + 1, late: known.late || late };
}

import type { Database } from '../store/database.ts';
import { checkLink, GENESIS, type BrokenLink } from './chain.ts';

const BATCH = 1_000;

export interface AuditReport {
  /** Rows that follow from each other, from the first on. */
  readonly rows: number;
  /** The hash of the last of them: note it elsewhere, and a later cut of the end can be told too. */
  readonly head: string;
  readonly broken: BrokenLink | null;
}

/** Reads the whole audit and checks its chain. */
export async function verifyAudit(db: Database): Promise<AuditReport> {
  let previous: { readonly id: number; readonly hash: Buffer } = { id: 0, hash: GENESIS };
  for (;;) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('id', '>', previous.id)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      const broken = checkLink(previous, row);
      if (broken !== null) return report(previous, broken);
      previous = row;
    }
    if (rows.length < BATCH) return report(previous, null);
  }
}

function report(
  last: { readonly id: number; readonly hash: Buffer },
  broken: BrokenLink | null,
): AuditReport {
  return { rows: last.id, head: last.hash.toString('hex'), broken };
}

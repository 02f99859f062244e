/** Fills in what rows from before lack, a part at a time: jobs run one after another, and others wait for this one. */
import { z } from 'zod';
import { fillBanNames } from './bans/store.ts';
import { fillEntryNames } from './buckets/store.ts';
import { enqueue } from './jobs/enqueue.ts';
import { fillNames } from './players/names.ts';
import type { Database } from './store/database.ts';
import { newId } from './store/ids.ts';

/** The kind of the job that goes on with it. */
export const FILL_ON = 'fill-on';

/** Each answers whether there may be more to do now. */
const FILLS = { players: fillNames, bans: fillBanNames, entries: fillEntryNames };

const payload = z.object({ names: z.enum(['players', 'bans', 'entries']) });

export interface FillDeps {
  readonly db: Database;
  readonly clock: () => number;
}

/** Fills in a part of these names; what is left is work that waits behind what others have asked for. */
export async function fillOn(
  { db, clock }: FillDeps,
  given: unknown,
  fills: Readonly<Record<keyof typeof FILLS, (db: Database) => Promise<boolean>>> = FILLS,
): Promise<void> {
  const { names } = payload.parse(given);
  if (!(await fills[names](db))) return;
  const now = clock();
  await enqueue(db, { kind: FILL_ON, key: newId(now), payload: { names }, runAt: now });
}

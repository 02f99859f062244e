import { accountStream } from '../../protocol/streams.ts';
import { appendFacts } from '../realtime/log.ts';
import type { Database } from '../store/database.ts';
import { DISPLAY_CHECK_MS, signOfLife } from './display-tokens.ts';

/** When an open display is looked at next; null where it may not be there any more. */
export async function displayEnd(
  db: Database,
  displayId: string,
  now: number,
): Promise<number | null> {
  return (await signOfLife(db, displayId, now)) ? now + DISPLAY_CHECK_MS : null;
}

/** Writes down that a display came or went, and tells whoever paired it. */
export async function tellDisplay(
  db: Database,
  display: { readonly id: string; readonly owner: string },
  here: boolean,
  now: number,
): Promise<void> {
  if (here) await signOfLife(db, display.id, now);
  else {
    await db
      .updateTable('displays')
      .set({ last_seen: now, online_until: 0 })
      .where('id', '=', display.id)
      .execute();
  }
  await appendFacts(db, [
    {
      stream: accountStream(display.owner),
      event: 'update',
      data: { muster_id: display.owner, reason: 'walls' },
      at: now,
    },
  ]);
}

import { INVITATION_LIMIT } from '../../protocol/invitations/limits.ts';
import type { HostDeps } from '../calls/deps.ts';
import { change } from '../change/change.ts';
import { tellInvitation } from './rows.ts';

const DAY_MS = 86_400_000;

/** So many are forgotten at once. */
const AT_ONCE = 200;

/** Forgets invitations that were answered, were taken back or ran out so long ago that nobody asks for them. */
export async function pruneInvitations(
  { db, publish, secrets }: Pick<HostDeps, 'db' | 'publish' | 'secrets'>,
  now: number,
): Promise<void> {
  const before = now - INVITATION_LIMIT.keptDays * DAY_MS;
  for (;;) {
    const gone = await change({ db, publish, secrets, now }, async (made) => {
      const { trx } = made;
      const rows = await trx
        .selectFrom('invitations')
        .select(['id', 'from_id', 'to_id'])
        .where(({ fn }) => fn.coalesce('used_at', 'expires_at'), '<', before)
        .orderBy('id')
        .limit(AT_ONCE)
        .forUpdate()
        .skipLocked()
        .execute();
      if (rows.length === 0) return 0;
      const ids = rows.map(({ id }) => id);
      await trx.deleteFrom('invitation_results').where('invitation_id', 'in', ids).execute();
      await trx.deleteFrom('invitations').where('id', 'in', ids).execute();
      for (const row of rows) tellInvitation(made, row);
      return rows.length;
    });
    if (gone < AT_ONCE) return;
  }
}

import { GROUP_LIMIT } from '../../protocol/groups/limits.ts';
import type { HostDeps } from '../calls/deps.ts';
import { change } from '../change/change.ts';
import { tellInvite } from './tell.ts';

const DAY_MS = 86_400_000;

/** So many are forgotten at once. */
const AT_ONCE = 200;

/** Forgets invitations into teams and organizations that were answered or ran out so long ago that nobody asks for them. */
export async function pruneGroupInvites(
  { db, publish, secrets }: Pick<HostDeps, 'db' | 'publish' | 'secrets'>,
  now: number,
): Promise<void> {
  const before = now - GROUP_LIMIT.invitesKeptDays * DAY_MS;
  for (;;) {
    const gone = await change({ db, publish, secrets, now }, async (made) => {
      const { trx } = made;
      const rows = await trx
        .selectFrom('group_invites as invite')
        .innerJoin('groups', 'groups.id', 'invite.group_id')
        .select(['invite.id', 'invite.to_id', 'groups.id as group_id', 'groups.kind'])
        .where(({ fn }) => fn.coalesce('invite.answered_at', 'invite.expires_at'), '<', before)
        .orderBy('invite.id')
        .limit(AT_ONCE)
        .forUpdate('invite')
        .skipLocked()
        .execute();
      if (rows.length === 0) return 0;
      const ids = rows.map(({ id }) => id);
      await trx.deleteFrom('group_invites').where('id', 'in', ids).execute();
      for (const { group_id: id, kind, ...invite } of rows) tellInvite(made, { id, kind }, invite);
      return rows.length;
    });
    if (gone < AT_ONCE) return;
  }
}

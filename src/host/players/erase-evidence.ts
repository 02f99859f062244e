/** Files and links that tell of somebody who is erased, of whichever ban. */
import { banListResource } from '../access/grants.ts';
import { change, type ChangeContext } from '../change/change.ts';
import { hasLine, unlessGone } from '../files/erase.ts';
import { accountOfList } from '../files/evidence.ts';
import { STORAGE_ROWS } from '../files/rows.ts';

/** Pictures and videos are not looked into: those of their bans go with these. May run again. */
export async function eraseEvidence(
  context: ChangeContext,
  tells: (text: string) => boolean,
  removed: (count: number) => void,
): Promise<void> {
  const { db } = context;
  for (let after = ''; ;) {
    const one = await db
      .selectFrom('ban_evidence')
      .select(['id', 'banlist_id', 'ban_id', 'kind', 'name', 'url', 'packed'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (one === undefined) return;
    after = one.id;
    const named = `"${one.name.replace(/\.\w+$/, '')}"\n${one.url ?? ''}`;
    const isFound =
      tells(named) ||
      (one.kind === 'text' &&
        (await unlessGone(hasLine(db, one, tells, 'ban_evidence_parts'))) === true);
    if (!isFound) continue;
    await change(context, async (made) => {
      const { trx } = made;
      await trx.deleteFrom('ban_evidence').where('id', '=', one.id).execute();
      made.audit({
        resource: banListResource(one.banlist_id),
        action: 'bans.evidence-remove',
        detail: { ban: one.ban_id, evidence: one.id, kind: one.kind },
      });
      const owner = await accountOfList(trx, one.banlist_id);
      if (owner !== null) made.tellRows(STORAGE_ROWS, owner, [owner]);
    });
    removed(1);
  }
}

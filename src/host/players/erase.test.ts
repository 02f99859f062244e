/** Erasing somebody takes what names them by something else than their id, and what is removed at that moment. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  STEAM,
  ada,
  db,
  eachBansAnew,
  groups,
  list,
  seen,
  server,
} from '../../../tests/support/banning.ts';
import {
  add,
  keysIn,
  newBucket,
  page,
  remove,
  restore,
  steam,
} from '../../../tests/support/bucketing.ts';
import { untilLocked } from '../../../tests/support/until-locked.ts';
import { banListResource, serverResource } from '../access/grants.ts';
import { lockBucket } from '../buckets/bucket.ts';
import { addEntries, removeEntries, takeRemoved } from '../buckets/store.ts';
import { change } from '../change/change.ts';
import type { Trx } from '../store/database.ts';
import { erasePerson } from './erase.ts';
import { prunePlaySessions } from './prune-play-sessions.ts';

eachBansAnew();

const context = () => ({ ...groups.test.deps, now: groups.test.deps.clock() });
const erase = (who: string) => erasePerson(context(), who, () => undefined);

/** Erases a person while something else is done that ends only when the erasure waits for it. */
async function whileErased(who: string, work: (trx: Trx) => Promise<void>): Promise<void> {
  let erased: Promise<void> | undefined;
  await db()
    .transaction()
    .execute(async (trx) => {
      await work(trx);
      erased = erase(who);
      await untilLocked(db());
    });
  await erased;
}

it.each(['kept', 'forgotten'])(
  'audits do not name them by a stay of which nobody knew whose it was: %s',
  async (stay) => {
    const bob = await seen(STEAM, '192.0.2.7');
    await seen('76561190000000002', '192.0.2.8', 'Cyd');
    const stays = await db().selectFrom('play_sessions').select(['id', 'name']).execute();
    await change(context(), async (made) => {
      for (const target of stays) {
        const told = { text: `Goodbye, ${target.name}`, target };
        const of = { actor: null, action: 'bans.enforce', detail: {}, told } as const;
        made.audit({ ...of, resource: serverResource(server) });
        made.audit({ ...of, resource: banListResource(list) });
      }
    });
    const named = async () => {
      const { rows } = await sql<{ of: string }>`
      select 'audit' as of, data from paged_audit
      union all select 'banListAudit', data from paged_ban_list_audit
      union all select 'oversight', data from paged_oversight
    `.execute(db());
      const saying = (name: string) =>
        new Set(rows.filter((row) => JSON.stringify(row).includes(name)).map(({ of }) => of));
      return { Bob: [...saying('Bob')].toSorted(), Cyd: [...saying('Cyd')].toSorted() };
    };
    const all = ['audit', 'banListAudit', 'oversight'];
    if (stay === 'forgotten') {
      const now = groups.test.deps.clock();
      await db()
        .updateTable('play_sessions')
        .set({ joined_at: now - 2, left_at: now - 1 })
        .execute();
      await seen(STEAM, '192.0.2.7');
      await prunePlaySessions(db(), now);
      const left = await db().selectFrom('play_sessions').select('id').execute();
      expect(left.map(({ id }) => id)).not.toContain(stays.find(({ name }) => name === 'Bob')?.id);
    }
    expect(await named()).toEqual({ Bob: all, Cyd: all });
    await erase(bob);
    expect(await named()).toEqual({ Bob: [], Cyd: all });
  },
);

it('what Steam said of their accounts goes, however many they had', async () => {
  const bob = await seen(STEAM, '192.0.2.7');
  await sql`
    insert into play_sessions (id, server_id, muster_id, name, joined_at, joined_before, verified,
      lobby, steam_id, ip, port, left_at)
    select lpad(n::text, 24, '0'), ${server}, ${bob}, 'Bob', 0, false, true, false, 'steam-' || n,
      '192.0.2.7', 1, 1
    from generate_series(1, 1200) n
  `.execute(db());
  await sql`
    insert into steam_accounts (steam_id, state, persona, due_at)
    select 'steam-' || n, 'public', '', 0 from generate_series(1, 1200) n
  `.execute(db());
  await erase(bob);
  expect((await sql`select from steam_accounts`.execute(db())).rows).toEqual([]);
});

it('entries about them are not kept where they are removed at that moment', async () => {
  const bob = await seen(STEAM, '192.0.2.7');
  const id = await newBucket();
  const entry = steam(STEAM);
  await add(id, [entry]);
  await whileErased(bob, async (trx) => {
    await lockBucket(trx, id);
    await removeEntries(trx, id, [entry.entry_id], { at: groups.test.deps.clock() });
  });
  expect(await restore(id, [entry.entry_id])).toBe('done');
  expect([await page(id), await keysIn(id)]).toEqual([[], []]);
});

it.each(['removed', 'brought back'])(
  'entries that are %s while who added them is erased do not name them',
  async (what) => {
    const id = await newBucket();
    const entry = steam(STEAM);
    const ids = [entry.entry_id];
    await add(id, [entry]);
    const isRemoved = what === 'removed';
    if (!isRemoved) await remove(id, ids);
    await whileErased(ada.id, async (trx) => {
      const at = groups.test.deps.clock();
      if (isRemoved) await removeEntries(trx, id, ids, { at });
      else await addEntries(trx, id, await takeRemoved(trx, id, ids, 0));
    });
    if (isRemoved) expect(await restore(id, ids)).toBe('done');
    expect(await page(id)).toMatchObject([{ name: 'Bob', issuer_id: ada.id, issuer_name: '' }]);
  },
);

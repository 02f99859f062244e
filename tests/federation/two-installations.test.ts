/** A list of one installation holds at another: shared by a link, read over HTTPS, ended by either side. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Installation, Time } from './installations.ts';

const BOB = '76561190000000001';
const EVE = '76561190000000002';

const time = new Time();
let there: Installation;
let here: Installation;

beforeAll(async () => {
  there = await Installation.start(time);
  here = await Installation.start(time);
});
afterAll(async () => {
  await here.stop();
  await there.stop();
});

async function keptOut(remote: string) {
  const { rows } = await sql<{ reason: string; keys: string[] }>`
    select b.data->>'reason' as reason, array_agg(k.key order by k.key) as keys
    from paged_bans b join ban_keys k on k.ban_id = b.id
    where b.owner_id = ${remote} and b.key_status = 'active' group by b.id, b.data->>'reason' order by 2
  `.execute(here.deps.db);
  return rows;
}

it('a ban that is made there holds here, and one that is revoked there holds no more', async () => {
  const theirs = await there.newList('Theirs');
  const own = await here.newList('Own');
  const bob = await there.ban(theirs, { kind: 'identity', steam_id: BOB, name: 'Bob' });
  const remote = await here.follow(own, await there.share(theirs));
  await here.pull(remote);
  expect(await keptOut(remote)).toEqual([
    { reason: 'Griefing', keys: [expect.stringMatching(/^battleye /), `steam ${BOB}`] },
  ]);
  await there.ban(theirs, { kind: 'identity', steam_id: EVE }, { reason: 'Cheating' });
  await there.post(`banlist/${theirs}/bans/${bob}/status`, { status: 'REVOKED' });
  time.pass(60_000);
  await here.pull(remote);
  expect((await keptOut(remote)).map(({ reason }) => reason)).toEqual(['Cheating']);
  expect(await here.remotes(own)).toMatchObject([
    { id: remote, identifier: 'Theirs', origin: there.origin, bans: 1, state: 'current' },
  ]);
  expect(await there.shares(theirs)).toMatchObject([{ origin: here.origin, until: null }]);
});

/** An import that was a mistake is taken back: what it added, and nothing else. */
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import {
  ada,
  banned,
  ben,
  db,
  does,
  done,
  eachBansAnew,
  fresh,
  groups,
  list,
  mate,
  newList,
  page,
  seen,
  server,
  team,
} from '../../../tests/support/banning.ts';
import { codeOf } from '../../../tests/support/accounts.ts';
import type { Person } from '../../../tests/support/groups.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { CALLS } from '../../protocol/calls.ts';
import { askedOfBans } from '../../../tests/support/asked-of-bans.ts';
import { banListResource } from '../access/grants.ts';
import { change } from '../change/change.ts';
import { CHANNEL, encodeControl } from '../realtime/notice.ts';
import { forgetImports } from './imports.ts';
import { endBans } from './over.ts';

eachBansAnew();

const DAY = 86_400_000;
const steamOf = (n: number) => String(76_561_190_000_001_000n + BigInt(n));
const ban = (n: number, of: object = {}) => ({
  banned: { kind: 'steam', value: steamOf(n) },
  reason: 'Cheating',
  until: null,
  ...of,
});
const many = (count: number, from = 0) => Array.from({ length: count }, (_, at) => ban(from + at));

async function bring(bans: readonly object[], import_id: string, on = list, by: Person = ada) {
  groups.test.advance(1);
  const sent = { bans, import_id };
  return done(does(by, `banlist/${on}/bans/import`, sent));
}

async function undo(import_id: string, on = list, by: Person = ada) {
  const answer = await by.browser.post(`/app/v1/banlist/${on}/imports/${import_id}/undo`, {});
  if (answer.statusCode !== 200) return codeOf(answer);
  const { removed, kept, left } = CALLS.banImportUndo.answer.parse(answer.json());
  return { removed, kept, left };
}

async function imports(on = list, by: Person = ada) {
  const answer = await by.browser.get(`/app/v1/banlist/${on}/imports`);
  return CALLS.banImports.answer.parse(answer.json()).imports;
}

async function steamsIn(on = list): Promise<readonly string[]> {
  const { rows } = await sql<{ steam: string }>`
    select data->>'steam_id' as steam from paged_bans where owner_id = ${on} order by 1
  `.execute(db());
  return rows.map(({ steam }) => steam);
}

async function counts(on = list) {
  return db()
    .selectFrom('ban_lists')
    .select(['bans', 'entries'])
    .where('id', '=', on)
    .executeTakeFirstOrThrow();
}

it('goes in parts, until nothing of it is left, with whatever was there before and came since', async () => {
  await bring([ban(0)], fresh());
  const id = fresh();
  const parts = [many(BAN_LIMIT.atOnce), many(BAN_LIMIT.atOnce, BAN_LIMIT.atOnce), many(3, 2_000)];
  for (const part of parts) await bring(part, id);
  // Sent again where an answer got lost, nothing is added, and all of it is known.
  await bring(parts[2] ?? [], id);
  await bring(many(2, 3_000), fresh());
  const added = 2 * BAN_LIMIT.atOnce + 2;
  expect(await imports()).toMatchObject([
    { added: 2, left: 2 },
    { id, added, left: added, account_id: ada.id },
    { added: 1, left: 1 },
  ]);
  expect(await undo(id)).toEqual({ removed: 500, kept: 0, left: added - 500 });
  // A host that dies here leaves the rest, and it goes on.
  expect(await imports()).toMatchObject([{}, { id, added, left: added - 500 }, {}]);
  expect(await undo(id)).toEqual({ removed: 500, kept: 0, left: added - 1_000 });
  expect(await undo(id)).toEqual({ removed: added - 1_000, kept: 0, left: 0 });
  expect(await undo(id)).toEqual({ removed: 0, kept: 0, left: 0 });
  expect(await steamsIn()).toEqual([steamOf(0), steamOf(3_000), steamOf(3_001)]);
  expect(await counts()).toEqual({ bans: 3, entries: 3 });
  expect((await imports()).map((one) => one.id)).not.toContain(id);
  const { rows } = await sql<{ detail: object }>`
    select data->'detail' as detail from paged_ban_list_audit
    where owner_id = ${list} and data->>'action' = 'banlists.import-undo' order by id
  `.execute(db());
  expect(rows.map(({ detail }) => detail)).toMatchObject([
    { import: id, removed: 500, left: added - 500 },
    { import: id, removed: 500 },
    { import: id, removed: added - 1_000, left: 0 },
  ]);
  // The same file can be imported again.
  await bring(parts[0] ?? [], fresh());
  expect(await counts()).toEqual({ bans: 502, entries: 502 });
});

it('lets in whom it kept out, and tells whoever looks that they are gone', async () => {
  await done(does(ada, `banlist/${list}/servers`, { server_id: server, primary: false }));
  const id = fresh();
  await bring([ban(1)], id);
  const verdict = async () =>
    (await askedOfBans(db(), server, { steam_id: steamOf(1) }, groups.test.deps.clock()))?.verdict;
  expect(await verdict()).toBe('kick');
  const before = groups.test.publish.facts.length;
  const heard: string[] = [];
  const hosts = new pg.Client(groups.test.connection);
  hosts.on('notification', ({ payload = '' }) => heard.push(payload));
  await hosts.connect();
  try {
    await hosts.query(`listen ${CHANNEL}`);
    await undo(id);
    // Whoever was kept out is asked about again by the hosts of the servers.
    const notice = encodeControl({ kind: 'bans-changed', list });
    await vi.waitUntil(() => heard.includes(notice), { timeout: 10_000 });
  } finally {
    await hosts.end();
  }
  expect(await verdict()).toBe('let-in');
  const told = groups.test.publish.facts.slice(before);
  expect(told.map(({ event }) => event)).toContain('row:gone');
});

it('leaves what somebody has worked with: changed, revoked, with evidence, or reported', async () => {
  const id = fresh();
  await bring([...many(5), ban(9, { until: groups.test.deps.clock() + 60_000 })], id);
  const rows = (await page()).rows;
  const idOf = (n: number) => rows.find((row) => row.steam_id === steamOf(n))?.id ?? '';
  await done(does(ada, `banlist/${list}/bans/${idOf(0)}`, { reason: 'Another' }));
  await done(does(ada, `banlist/${list}/bans/${idOf(1)}/status`, { status: 'REVOKED' }));
  const link = { evidence_id: fresh(), url: 'https://example.org/clip' };
  await done(does(ada, `banlist/${list}/bans/${idOf(2)}/evidence/link`, link));
  const report = { report_id: fresh(), reason: 'That was my brother, not me.', consent: true };
  await done(does(ada, `banlist/${list}/bans/${idOf(4)}/report`, report));
  // What audits no longer say is known by what is there.
  await sql`
    delete from paged_ban_list_audit
    where key_things && ${[idOf(2), idOf(4)]}::text[] and owner_id = ${list}
  `.execute(db());
  // That its time is over is nobody’s work, nor that it kept somebody out.
  groups.test.advance(61_000);
  await endBans(groups.test.deps);
  await change({ ...groups.test.deps, now: groups.test.deps.clock() }, async (made) => {
    const told = { target: { id: null, name: 'Bob' }, text: 'Cheating' };
    const detail = { ban: idOf(3) };
    made.audit({ resource: banListResource(list), action: 'bans.enforce', detail, told });
  });
  expect(await undo(id)).toEqual({ removed: 2, kept: 4, left: 0 });
  expect(await steamsIn()).toEqual([0, 1, 2, 4].map(steamOf));
  expect(await counts()).toEqual({ bans: 3, entries: 4 });
});

it('is for whoever may remove the bans: one’s own import by the right on own ones', async () => {
  const own = await newList({ kind: 'team', id: team });
  const adds = ['banlist.view', 'banlist.list', 'banlist.add-permanent'] as const;
  const cid = await mate([...adds, 'banlist.remove-own']);
  const dan = await mate([...adds, 'banlist.remove-own']);
  const eve = await mate(adds);
  const [of, other] = [fresh(), fresh()];
  await bring([ban(1)], of, own, cid);
  await bring([ban(2)], other, own, eve);
  expect(await undo(of, own, dan)).toBe('permission-denied');
  expect(await undo(other, own, eve)).toBe('permission-denied');
  expect(await undo(of, own, ben)).toBe('not-found');
  // Nor by way of another list.
  expect(await undo(of, list, ada)).toBe('not-found');
  expect(await undo(fresh(), own, cid)).toBe('not-found');
  expect(await undo(of, own, cid)).toMatchObject({ removed: 1 });
  expect(await undo(other, own, ada)).toMatchObject({ removed: 1 });
});

it('an id that another import has is taken for none', async () => {
  const id = fresh();
  await bring([ban(1)], id);
  const theirs = await newList({ kind: 'account', id: ben.id }, ben);
  const sent = { bans: [ban(2)], import_id: id };
  expect(await does(ben, `banlist/${theirs}/bans/import`, sent)).toBe('not-found');
  expect(await steamsIn(theirs)).toEqual([]);
});

it('an id is taken for none that another admin of the list has', async () => {
  const own = await newList({ kind: 'team', id: team });
  const cid = await mate(['banlist.view', 'banlist.list', 'banlist.add-permanent']);
  const id = fresh();
  await bring([ban(1)], id, own);
  const sent = { bans: [ban(2)], import_id: id };
  expect(await does(cid, `banlist/${own}/bans/import`, sent)).toBe('not-found');
  expect(await steamsIn(own)).toEqual([steamOf(1)]);
  expect(await imports(own)).toMatchObject([{ id, account_id: ada.id, added: 1 }]);
});

it('is told no more once it is older than 30 days, though nothing has forgotten it yet', async () => {
  const id = fresh();
  await bring(many(2), id);
  const at = sql`update ban_imports set at = at - ${30 * DAY - 60_000}::bigint where id = ${id}`;
  await at.execute(db());
  expect(await imports()).toHaveLength(1);
  await sql`update ban_imports set at = at - 120000 where id = ${id}`.execute(db());
  expect(await imports()).toEqual([]);
});

it('is forgotten after 30 days, and its bans go on to hold', async () => {
  const id = fresh();
  await bring(many(2), id);
  const now = groups.test.deps.clock();
  await forgetImports(db(), now + 29 * DAY);
  expect(await imports()).toHaveLength(1);
  await forgetImports(db(), now + 31 * DAY);
  expect(await imports()).toEqual([]);
  expect(await undo(id)).toBe('not-found');
  expect(await counts()).toEqual({ bans: 2, entries: 2 });
});

it('what was imported of somebody who is known now is theirs in audits, too, once it is taken back', async () => {
  const id = fresh();
  await bring([ban(1, { name: 'Wallhacker' })], id);
  await banned({ who: { kind: 'identity', steam_id: steamOf(1) } });
  const muster_id = await seen(steamOf(1), '192.0.2.7');
  await undo(id);
  const gone = groups.test.publish.facts.findLast(({ event }) => event === 'row:gone');
  expect(gone?.data).toMatchObject({ before: { person_id: muster_id } });
});

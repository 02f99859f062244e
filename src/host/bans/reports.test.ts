import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  ada,
  banned,
  ben,
  db,
  does,
  eachBansAnew,
  fresh,
  groups,
  list,
  page,
} from '../../../tests/support/banning.ts';
import type { Person } from '../../../tests/support/groups.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { CALLS } from '../../protocol/calls.ts';
import { setTitle } from '../account/standing.ts';
import { change } from '../change/change.ts';
import { erasePerson } from '../players/erase.ts';
import { BAN_LIST_ROWS } from './rows.ts';

eachBansAnew();

const REASON = 'That was my brother, not me.';
const opened = () => does(ada, `banlist/${list}`, { public: true });
const report = (ban: string, by = ben, more: object = {}) =>
  does(by, `banlist/${list}/bans/${ban}/report`, {
    report_id: fresh(),
    reason: REASON,
    consent: true,
    ...more,
  });
async function reports(by: Person) {
  const answer = await by.browser.get(`/app/v1/banlist/${list}/reports`);
  const read = CALLS.banReports.answer.safeParse(answer.json());
  return read.success ? read.data.reports : answer.statusCode;
}
async function own(by: Person) {
  const answer = await by.browser.get('/app/v1/@me/ban-reports');
  return CALLS.ownBanReports.answer.parse(answer.json()).reports;
}
const settle = (id: string, by = ada, more: object = {}) =>
  does(by, `banlist/${list}/reports/${id}`, {
    state: 'accepted',
    answer: 'You are right.',
    ...more,
  });
const waiting = async (by: Person) =>
  (await groups.read((trx) => BAN_LIST_ROWS.read(trx, by.id, [list])))[0]?.reports;

it('a ban is reported by whoever may read it, once until it is answered', async () => {
  const ban = await banned();
  expect(await report(ban)).toBe('not-found');
  await opened();
  const report_id = fresh();
  expect(await report(ban, ben, { report_id })).toBe('done');
  expect(await report(ban, ben, { report_id })).toBe('done');
  expect(await report(ban)).toBe('already-reported');
  expect(await waiting(ada)).toBe(1);
  expect(await own(ben)).toMatchObject([
    { id: report_id, state: 'open', reason: REASON, answer: '' },
  ]);
  expect(await settle(report_id)).toBe('done');
  expect(await waiting(ada)).toBe(0);
  expect(await report(ban)).toBe('done');
  const revoked = await banned({ who: { kind: 'identity', steam_id: '76561190000000002' } });
  expect(await does(ada, `banlist/${list}/bans/${revoked}/status`, { status: 'REVOKED' })).toBe(
    'done',
  );
  expect(await report(revoked)).toBe('not-found');
});

it.each([
  ['too short', { reason: 'No.' }],
  ['in other letters', { reason: 'Это был мой брат, не я.' }],
  ['with a link', { reason: 'See https://files.example.org/proof.zip for it.' }],
  ['with a link that has no scheme', { reason: 'Look at files.example/proof please.' }],
  ['with the name of a website', { reason: 'The proof is on mediafire.com, look for my name.' }],
  ['in another language', { reason: 'Das war mein Bruder, ich war an dem Tag nicht da.' }],
  ['without consent', { consent: false }],
])('a report %s is refused', async (_, more) => {
  const ban = await banned();
  await opened();
  expect(await report(ban, ben, more)).toBe('invalid-request');
});

it('those who read the list read it, those who may change it answer it once, and the ban stays', async () => {
  const ban = await banned();
  await opened();
  await report(ban);
  const [first] = (await reports(ada)) as { id: string }[];
  const id = first?.id ?? '';
  expect(await reports(ada)).toMatchObject([
    { ban_id: ban, ban_name: 'Bob', reason: REASON, reporter_id: ben.id, state: 'open' },
  ]);
  expect(await reports(ben)).toBe(404);
  expect(await settle(id, ben)).toBe('not-found');
  expect(await settle(id, ada, { state: 'open' })).toBe('invalid-request');
  expect(await settle(fresh())).toBe('not-found');
  expect(await settle(id)).toBe('done');
  expect(await settle(id)).toBe('done');
  expect(await settle(id, ada, { state: 'rejected' })).toBe('report-settled');
  expect(await own(ben)).toMatchObject([{ id, state: 'accepted', answer: 'You are right.' }]);
  expect((await page()).rows).toMatchObject([{ id: ban, status: 'ACTIVE' }]);
  const { rows } = await sql<{ data: { action: string; actor_id: string } }>`
    select data from paged_ban_list_audit
    where owner_id = ${list} and key_action in ('bans.report', 'bans.settle') order by key_at, id
  `.execute(db());
  expect(rows.map(({ data }) => [data.action, data.actor_id])).toEqual([
    ['bans.report', ben.id],
    ['bans.settle', ada.id],
  ]);
  expect(JSON.stringify(rows)).not.toContain('brother');
});

it('what an erased account said is gone, and what others said of a ban of theirs', async () => {
  const ban = await banned();
  await opened();
  await report(ban);
  const { deps } = groups.test;
  await erasePerson({ ...deps, now: deps.clock() }, ben.id, () => undefined);
  expect(await reports(ada)).toEqual([]);
});

it('staff read what waits on all lists and answer it, as staff, but not what they wrote', async () => {
  const ban = await banned();
  await opened();
  const report_id = fresh();
  await report(ban, ben, { report_id });
  const staff = await groups.person();
  const read = async () => {
    const answer = await staff.browser.get('/app/v1/ban-report-reviews');
    const known = CALLS.banReportReviews.answer.safeParse(answer.json());
    if (!known.success) return answer.statusCode;
    return known.data.reports.filter(({ banlist_id }) => banlist_id === list);
  };
  const settles = (id = report_id) =>
    does(staff, `ban-report-reviews/${id}`, { state: 'rejected', answer: 'The video is clear.' });
  expect([await read(), await settles()]).toEqual([403, 'permission-denied']);
  const { deps } = groups.test;
  await change({ ...deps, now: deps.clock() }, (made) => setTitle(made, staff.id, 'staff', true));
  const own = fresh();
  groups.test.advance(1);
  await report(ban, staff, { report_id: own });
  expect(await read()).toMatchObject([
    { id: report_id, banlist_id: list, banlist: 'Watch', reporter_id: ben.id, own: false },
    { id: own, own: true },
  ]);
  expect(await settles(own)).toBe('permission-denied');
  expect(await settles(fresh())).toBe('not-found');
  expect([await settles(), await settles()]).toEqual(['done', 'done']);
  expect(await read()).toMatchObject([{ id: own }]);
  expect(await settle(report_id)).toBe('report-settled');
  expect((await reports(ada)) as unknown[]).toContainEqual(
    expect.objectContaining({ id: report_id, state: 'rejected', answer: 'The video is clear.' }),
  );
  const { rows } = await sql<{ actor: string }>`
    select data->>'actor_id' as actor from paged_ban_list_audit
    where owner_id = ${list} and key_action = 'bans.staff-settle'
  `.execute(db());
  expect(rows).toEqual([{ actor: staff.id }]);
});

it('as many reports of a list wait as may, and the page says how many it leaves out', async () => {
  const ban = await banned();
  await opened();
  const { open, page: shown } = BAN_LIMIT.report;
  // One account has one of each ban.
  await sql`
    insert into paged_bans
    select (jsonb_populate_record(b, jsonb_build_object(
      'id', lpad(to_hex(n), 24, '0'),
      'data', jsonb_set(b.data::jsonb, '{id}', to_jsonb(lpad(to_hex(n), 24, '0')))
    ))).* from paged_bans b cross join generate_series(1, ${open}::int) as n where b.id = ${ban}
  `.execute(db());
  await sql`
    insert into ban_reports (id, banlist_id, ban_id, reporter_id, reason, created_at, state, answer)
    select lpad(to_hex(n), 24, '0'), ${list}, lpad(to_hex(n), 24, '0'), ${ada.id}, 'Not them.', n,
      'open', ''
    from generate_series(1, ${open}::int) as n
  `.execute(db());
  const read = CALLS.banReports.answer.parse(
    (await ada.browser.get(`/app/v1/banlist/${list}/reports`)).json(),
  );
  expect([read.reports.length, read.more]).toEqual([shown, open - shown]);
  expect(await report(ban)).toBe('limit-reached');
  expect(await settle('1'.padStart(24, '0'))).toBe('done');
  expect(await report(ban)).toBe('done');
});

it('an account reports ten bans an hour', async () => {
  await opened();
  const bans = [];
  for (let digit = 0; digit < 11; digit++) {
    const steam_id = `76561190000000${String(200 + digit)}`;
    bans.push(await banned({ who: { kind: 'identity', steam_id } }));
  }
  const said = [];
  for (const ban of bans) said.push(await report(ban));
  expect(said).toEqual([...Array.from({ length: 10 }, () => 'done'), 'rate-limited']);
});

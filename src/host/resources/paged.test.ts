import fc from 'fast-check';
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountDepsOf, createTestAccount } from '../../../tests/support/accounts.ts';
import {
  createTestApp,
  createTestDeps,
  type TestBrowser,
  type TestDeps,
} from '../../../tests/support/host.ts';
import { auditRow } from '../../domain/audit/row.ts';
import { comparePageKeys, isAsked, pageKey, type PageKey } from '../../domain/resources/asked.ts';
import { PAGED_CALLS } from '../../protocol/resources/paged-calls.ts';
import { GAME } from '../../protocol/enumerations.ts';
import type { PagedRow } from '../../protocol/resources/registry.ts';
import { serverStream } from '../../protocol/streams.ts';
import { serverResource } from '../access/grants.ts';
import { appendAudit } from '../audit/append.ts';
import { change } from '../change/change.ts';
import { publish } from '../realtime/log.ts';
import { createServer } from '../servers/add.ts';
import { sessionCalls } from '../session/calls.ts';
import { fold, soughtGrams } from '../../domain/resources/keys.ts';
import { isAskedSql, type AskedOfOwner } from '../store/paged/asked.ts';
import { readFew } from '../store/paged/few.ts';
import { readPaged } from '../store/paged/page.ts';
import { addPagedRows } from '../store/paged/rows.ts';
import { keepLeftEntries } from './keep-left-entries.ts';
import { pagedCalls } from './paged-calls.ts';

let test: TestDeps;
let app: FastifyInstance;
let owner: TestBrowser;
let ownerId: string;
let stranger: TestBrowser;

beforeAll(async () => {
  test = await createTestDeps();
  const { deps } = accountDepsOf(test);
  app = await createTestApp({ ...deps, publish }, { ...sessionCalls, ...pagedCalls });
  ({ browser: owner, id: ownerId } = await createTestAccount(app, deps));
  ({ browser: stranger } = await createTestAccount(app, deps));
});

afterAll(async () => {
  await app.close();
  await test.close();
});

let hosts = 0;

async function newServer(): Promise<string> {
  const { deps } = accountDepsOf(test);
  const given = {
    identifier: 'Chernarus',
    timezone: 'UTC',
    game: GAME.DAYZ,
    host: `h${hosts++}.example.org`,
    private_address: false,
    game_port: 2302,
    query_port: null,
    rcon_port: 2306,
    rcon_password: 'a password',
  };
  const id = await createServer(deps, { id: ownerId, displayName: 'Owner' }, given, deps.clock());
  await sql`delete from paged_audit`.execute(test.deps.db);
  return id;
}

async function page(server: string, query: Record<string, string | number> = {}) {
  const search = new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]));
  const answer = await owner.get(`/app/v1/server/${server}/audit?${search}`);
  expect([answer.statusCode, answer.body.slice(0, 200)]).toEqual([200, expect.anything()]);
  return PAGED_CALLS.auditPage.answer.parse(answer.json());
}

/** None of those that the host gives. */
const id = (n: number) => `f${n.toString(16).padStart(23, '0')}`;

/** So many entries, three to a moment. */
function entries(server: string, count: number): PagedRow<'audit'>[] {
  return Array.from({ length: count }, (_, n) =>
    auditRow(
      {
        id: id(n + 1),
        server_id: server,
        at: 1_000 + Math.floor(n / 3),
        action: 'x.y',
        detail: { n },
      },
      { id: ownerId, name: 'Ann' },
    ),
  );
}

async function put(rows: readonly PagedRow<'audit'>[]): Promise<void> {
  await test.deps.db.transaction().execute((trx) => addPagedRows(trx, 'audit', rows));
}

it('what is done on a server is an entry of its audit, and its stream tells it', async () => {
  const server = await newServer();
  const thing = id(7);
  await change({ ...test.deps, publish, now: 5_000 }, async (made) => {
    const resource = serverResource(server);
    made.audit({ resource, action: 'notes.add', detail: { id: thing }, actor: ownerId });
    made.audit({ resource, action: 'servers.edit', actor: null });
    made.audit({ resource: 'host', action: 'log-folders.give' });
    made.audit({ resource: serverResource(id(9)), action: 'servers.delete' });
  });
  const { rows, total, about, position } = await page(server, {
    order: 'action',
    direction: 'asc',
  });
  expect(rows).toMatchObject([
    { at: 5_000, action: 'notes.add', actor_id: ownerId, things: [thing], detail: { id: thing } },
    { at: 5_000, action: 'servers.edit', actor_id: null, actor_name: '', things: [] },
  ]);
  expect(rows[0]?.actor_name).not.toBe('');
  expect([total, about]).toEqual([2, false]);
  const stream = serverStream(server, 'audit');
  const log = await test.deps.db
    .selectFrom('event_log')
    .selectAll()
    .where('stream', '=', stream)
    .orderBy('seq')
    .execute();
  expect(log.slice(-2)).toMatchObject([
    {
      event: 'row:put',
      data: { resource: 'audit', row: { id: rows[0]?.id, actor_name: '' }, before: null },
    },
    { seq: position },
  ]);
});

it('what an older host wrote into the chained audit alone is kept once, and told', async () => {
  const server = await newServer();
  const resource = serverResource(server);
  const entry = {
    at: 9_000,
    actor: ownerId,
    resource,
    action: 'servers.edit',
    detail: { fields: ['host'] },
  };
  await test.deps.db.transaction().execute((trx) => appendAudit(trx, test.deps.secrets, entry));
  const context = { ...test.deps, publish, now: 10_000 };
  await Promise.all([keepLeftEntries(context), keepLeftEntries(context)]);
  const { rows, position } = await page(server);
  expect(rows).toMatchObject([
    { action: 'servers.add' },
    { at: 9_000, actor_id: ownerId, detail: { fields: ['host'] } },
  ]);
  const told = test.deps.db.selectFrom('streams').select('head');
  const stream = await told.where('stream', '=', serverStream(server, 'audit')).executeTakeFirst();
  expect(stream?.head).toBe(position);
});

it('is for those who may see the audit', async () => {
  const server = await newServer();
  expect((await stranger.get(`/app/v1/server/${server}/audit`)).statusCode).toBe(404);
});

it('pages come in their order, none twice and none left out, forwards and backwards', async () => {
  const server = await newServer();
  await put(entries(server, 95));
  for (const direction of ['asc', 'desc'] as const) {
    const order = direction === 'asc' ? 1 : -1;
    const expected = Array.from({ length: 95 }, (_, n) => id(n + 1)).toSorted((a, b) =>
      a < b ? -order : order,
    );
    const forwards: string[] = [];
    let last = await page(server, { direction, limit: 20 });
    for (;;) {
      forwards.push(...last.rows.map((row) => row.id));
      expect(last.total).toBe(95);
      if (last.next === null) break;
      last = await page(server, { direction, limit: 20, after: last.next });
    }
    expect(forwards).toEqual(expected);
    const backwards: string[] = [];
    for (let from = await page(server, { direction, limit: 20, place: 90 }); ;) {
      backwards.unshift(...from.rows.map((row) => row.id));
      if (from.previous === null) break;
      from = await page(server, { direction, limit: 20, before: from.previous });
    }
    expect(backwards).toEqual(expected.slice(0, backwards.length));
    expect(backwards).toEqual(expected);
    const middle = await page(server, { direction, limit: 10, place: 33 });
    expect([middle.place, middle.rows[0]?.id]).toEqual([33, expected[33]]);
  }
});

it('past ten thousand rows nobody counts, and a place is found about, also of a search', async () => {
  const server = await newServer();
  const count = 30_000;
  await sql`
    insert into paged_audit (
      server_id, id, data, folded, grams, key_at, key_actor_id, key_actor_name, key_action, key_things
    )
    select ${server}, row.data->>'id', row.data, 'x.y', array[' x', ' x.', 'x.y'],
      (row.data->>'at')::bigint, '', '', 'x.y', '{}'
    from generate_series(1, ${count}) as n cross join lateral (
      select json_build_object(
        'id', 'f' || lpad(to_hex(n), 23, '0'), 'server_id', ${server}::text, 'at', n,
        'actor_id', null, 'actor_name', '', 'action', 'x.y', 'detail', '{}'::json, 'things', '[]'::json
      ) as data
    ) as row
  `.execute(test.deps.db);
  await sql`analyze paged_audit`.execute(test.deps.db);
  for (const search of ['', 'x.y']) {
    for (const place of [0, 9_000, 15_000, 25_000]) {
      const { rows, total, about, next } = await page(server, { place, search, direction: 'asc' });
      expect([about, rows.length, next === null]).toEqual([true, 100, false]);
      expect(Math.abs(total - count)).toBeLessThan(count / 4);
      expect(Math.abs((rows[0]?.at ?? 0) - (place * count) / total)).toBeLessThan(count / 4);
    }
    const last = await page(server, { place: count * 2, search, direction: 'asc' });
    expect([last.rows.at(-1)?.at, last.next]).toEqual([count, null]);
  }
  const rare = entries(server, 250).map((row, n) => {
    return { ...row, id: id(count + n + 1), action: `rare.${n % 7}` };
  });
  await put(rare);
  const expected = rare
    .toSorted((a, b) => (a.action + a.id < b.action + b.id ? -1 : 1))
    .map((row) => row.id);
  const asked = { search: 'rare', order: 'action', direction: 'asc' };
  const first = await page(server, asked);
  expect([first.total, first.about]).toEqual([250, false]);
  const second = await page(server, { ...asked, after: first.next ?? '' });
  const before = await page(server, { ...asked, before: second.previous ?? '' });
  const middle = await page(server, { ...asked, place: 120 });
  const idsOf = ({ rows }: typeof first) => rows.map((row) => row.id);
  expect([first, second, before, middle].map(idsOf)).toEqual([
    expected.slice(0, 100),
    expected.slice(100, 200),
    expected.slice(0, 100),
    expected.slice(120, 220),
  ]);
});

it('refuses bounds that are none of its order', async () => {
  const server = await newServer();
  for (const after of ['nonsense', '["x","' + id(1) + '"]', '[1,"x"]', '[null,"' + id(1) + '"]']) {
    const search = new URLSearchParams({ after });
    expect((await owner.get(`/app/v1/server/${server}/audit?${search}`)).statusCode).toBe(400);
  }
  expect((await owner.get(`/app/v1/server/${server}/audit?order=detail`)).statusCode).toBe(400);
});

const words = fc.constantFrom(
  'an',
  'Añn',
  'ANN',
  'βeta',
  'Ёж',
  'ß',
  'x.y',
  '😀',
  '\uE001',
  '100%',
  '_',
  "o'n",
  '  ',
  'ﬁ',
);
const texts = fc
  .array(fc.oneof(words, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 4 })
  .map((parts) => parts.join(' '));
const ids = fc.constantFrom(id(1), id(2), id(3));
const rows = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 40 }).map(id),
    at: fc.integer({ min: 0, max: 5 }),
    name: texts,
    action: fc.oneof(fc.constant('x.y'), words, texts),
    of: fc.subarray([id(1), id(2), id(3)]),
    note: texts,
    actor: fc.option(ids),
  }),
  { selector: (row) => row.id, maxLength: 25 },
);
const asked = fc.record({
  order: fc.constantFrom('at', 'actor_name', 'action'),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
  text: fc.oneof(fc.constantFrom('', 'x.y'), words, texts),
  where: fc.oneof(
    fc.constant({}),
    fc.record({ actor: fc.oneof(ids, fc.constant('')) }),
    fc.record({ action: fc.oneof(fc.constant('x.y'), texts) }),
    fc.record({ thing: fc.oneof(ids, texts) }),
    fc.record({ from: fc.integer({ min: 0, max: 5 }), until: fc.integer({ min: 0, max: 5 }) }),
  ),
});

it('the host finds and sorts the very rows that a client takes for those that were asked', async () => {
  const server = await newServer();
  await fc.assert(
    fc.asyncProperty(rows, asked, fc.integer({ min: 1, max: 7 }), async (made, question, limit) => {
      const all = made.map(({ id, at, name, action, of, note, actor }) =>
        auditRow(
          {
            id,
            server_id: server,
            at,
            action: action.replaceAll('\0', ''),
            detail: { of, note: note.replaceAll('\0', '') },
          },
          actor === null ? null : { id: actor, name: name.replaceAll('\0', '') },
        ),
      );
      await sql`delete from paged_audit`.execute(test.deps.db);
      await put(all);
      const one: AskedOfOwner = { resource: 'audit', owner_id: server, ...question };
      const expected = all
        .filter((row) => isAsked(one, row))
        .toSorted((a, b) => comparePageKeys(pageKey(one, a), pageKey(one, b), one.direction))
        .map((row) => row.id);
      const found: string[] = [];
      await test.deps.db.transaction().execute(async (trx) => {
        let bound: PageKey | null = null;
        do {
          const from =
            bound === null ? { kind: 'first' as const } : { kind: 'after' as const, bound };
          const page = await readPaged(trx, one, from, limit);
          expect(page.total).toBe(expected.length);
          // However they are found, and from wherever they are asked for.
          const bounds = page.rows.map((row) => ({
            kind: 'before' as const,
            bound: pageKey(one, row),
          }));
          const places = [0, limit, expected.length].map((place) => ({
            kind: 'place' as const,
            place,
          }));
          for (const place of [from, ...bounds, ...places]) {
            const few = await readFew(trx, one, place, limit);
            expect(few).toEqual(await readPaged(trx, one, place, limit));
          }
          found.push(...page.rows.map((row) => row.id));
          bound = page.next;
        } while (bound !== null);
      });
      expect(found).toEqual(expected);
      const grams = new Map([[fold(one.text), soughtGrams(fold(one.text)).slice(0, 2)]]);
      for (const search of ['scan', grams] as const) {
        const { rows: matched } = await sql<{ id: string }>`
          select id from paged_audit where ${isAskedSql(one, search)} order by id
        `.execute(test.deps.db);
        expect(matched.map((row) => row.id)).toEqual(expected.toSorted());
      }
    }),
    { numRuns: 150 },
  );
});

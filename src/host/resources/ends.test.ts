/** What is sorted by when it ends: the host and a client agree on it, and what never ends is behind all else. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import type { BanRow } from '../../domain/bans/row.ts';
import type { BucketEntryRow } from '../../domain/buckets/row.ts';
import { comparePageKeys, pageKey, type PageKey } from '../../domain/resources/asked.ts';
import { inOrder, isAskedSql, isBehind, type AskedOfOwner } from '../store/paged/asked.ts';
import { readFew } from '../store/paged/few.ts';
import { readPaged } from '../store/paged/page.ts';
import { addPagedRows, replacePagedRow, tableOf } from '../store/paged/rows.ts';

const OWNER = 'a'.repeat(24);
const id = (n: number) => n.toString(16).padStart(24, '0');

let test: TestDeps;

beforeAll(async () => {
  test = await createTestDeps();
});
afterAll(() => test.close());

const NOBODY = {
  server_id: null,
  person_id: null,
  name: 'Bob',
  steam_id: null,
  guid: null,
  bohemia_id: null,
  created_at: 1,
  issuer_id: null,
  issuer_name: '',
  changed_at: 1,
} as const;

const banOf = (n: number, until: number | null): BanRow => ({
  ...NOBODY,
  id: id(n),
  banlist_id: OWNER,
  kind: 'person',
  address: null,
  reason: 'Griefing',
  description: '',
  status: 'ACTIVE',
  origin: null,
  until,
});
const entryOf = (n: number, until: number | null): BucketEntryRow => ({
  ...NOBODY,
  id: id(n),
  bucket_id: OWNER,
  term: null,
  term_kind: null,
  action: null,
  message: null,
  minutes: null,
  comment: 'Griefing',
  until,
});
const ROWS = { bans: banOf, bucketEntries: entryOf } as const;

const rows = fc.uniqueArray(
  fc.record({
    n: fc.integer({ min: 1, max: 40 }),
    until: fc.option(fc.constantFrom(0, 1, 2, 8_640_000_000_000_000)),
    changed: fc.option(fc.option(fc.constantFrom(0, 1, 2)), { nil: undefined }),
  }),
  { selector: ({ n }) => n, maxLength: 15 },
);
const asked = fc.record({
  resource: fc.constantFrom('bans' as const, 'bucketEntries' as const),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
  text: fc.constantFrom('', 'griefing'),
  limit: fc.integer({ min: 1, max: 4 }),
});

it('is read page by page in the order that a client holds it in, from wherever it is asked for', async () => {
  await fc.assert(
    fc.asyncProperty(rows, asked, async (made, { resource, limit, direction, text }) => {
      const one: AskedOfOwner = {
        resource,
        owner_id: OWNER,
        order: 'until',
        direction,
        text,
        where: {},
      };
      const all = made.map(({ n, until, changed }) =>
        ROWS[resource](n, changed === undefined ? until : changed),
      );
      const expected = all
        .toSorted((a, b) => comparePageKeys(pageKey(one, a), pageKey(one, b), direction))
        .map((row) => row.id);
      await test.deps.db.transaction().execute(async (trx) => {
        await sql`delete from ${tableOf(resource)}`.execute(trx);
        const before = made.map(({ n, until }) => ROWS[resource](n, until));
        await addPagedRows(trx, resource, before as never, OWNER);
        for (const row of all) await replacePagedRow(trx, resource, row as never);
        const found: string[] = [];
        let bound: PageKey | null = null;
        do {
          const from =
            bound === null ? { kind: 'first' as const } : { kind: 'after' as const, bound };
          const page = await readPaged(trx, one, from, limit);
          const bounds = page.rows.map((row) => ({
            kind: 'before' as const,
            bound: pageKey(one, row),
          }));
          for (const place of [from, ...bounds, { kind: 'place' as const, place: limit }]) {
            expect(await readFew(trx, one, place, limit)).toEqual(
              await readPaged(trx, one, place, limit),
            );
          }
          found.push(...page.rows.map((row) => row.id));
          expect(found.length).toBeLessThanOrEqual(expected.length);
          bound = page.next;
        } while (bound !== null);
        expect(found).toEqual(expected);
      });
      const ends = expected.map((row) => all.find((of) => of.id === row)?.until);
      const firstEver = direction === 'asc' ? ends.indexOf(null) : 0;
      const count = ends.filter((end) => end === null).length;
      if (count > 0) {
        expect(ends.slice(firstEver, firstEver + count).every((end) => end === null)).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

it('is found by its index, whatever came before', async () => {
  for (const resource of ['bans', 'bucketEntries'] as const) {
    const { db } = test.deps;
    await db.transaction().execute(async (trx) => {
      await sql`delete from ${tableOf(resource)}`.execute(trx);
      const many = Array.from({ length: 5_000 }, (_, n) =>
        ROWS[resource](n + 1, n % 3 === 0 ? n : null),
      );
      await addPagedRows(trx, resource, many as never, OWNER);
    });
    await sql`analyze ${tableOf(resource)}`.execute(db);
    const one = {
      resource,
      owner_id: OWNER,
      order: 'until',
      direction: 'asc' as const,
      text: '',
      where: {},
    };
    const { rows: plan } = await sql<{ 'QUERY PLAN': string }>`
      explain select data from ${tableOf(resource)}
      where ${isAskedSql(one, 'scan')} and ${isBehind(one, [4_000, id(1)])}
      order by ${inOrder(one)} limit 100
    `.execute(db);
    const said = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(said).toMatch(/Index (Only )?Scan using paged_(bans|bucket_entries)_until/);
    expect(said).not.toContain('Sort');
  }
});

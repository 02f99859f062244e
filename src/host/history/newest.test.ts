import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { gramsOf, holds } from '../../domain/resources/keys.ts';
import { newest, type Placed, type Searched } from './newest.ts';

const SERVER = 'e'.repeat(24);
const all = sql`select server_id, at, seq as place, kind, folded, grams from feed_texts`;
/** One looks at a few rows only, and asks the index then. */
const NEAR = { looked: 5, lookedOn: 20 };

let test: TestDeps;
beforeAll(async () => {
  test = await createTestDeps();
});
afterAll(() => test.close());

async function write(texts: readonly string[], analyze: boolean): Promise<void> {
  const rows = texts.map((folded, index) => {
    const at = 1_000 * index;
    return {
      server_id: SERVER,
      seq: index,
      at,
      subject: '',
      folded,
      grams: [...gramsOf(folded)],
      kind: 'chat',
    };
  });
  await sql`truncate feed_texts`.execute(test.deps.db);
  await sql`
    insert into feed_texts
    select * from json_populate_recordset(null::feed_texts, ${JSON.stringify(rows)}::json)
  `.execute(test.deps.db);
  if (analyze) await sql`analyze feed_texts`.execute(test.deps.db);
}

/** `rows`: how many there are said to be, where the index is asked at once for rare words. */
function find(words: readonly string[], limit: number, rows?: number): Promise<readonly Placed[]> {
  const searched: Searched = {
    table: 'feed_texts',
    branches: [all],
    all,
    isFew: false,
    isNarrow: false,
    words,
    limit,
    ...(rows !== undefined && { rows }),
  };
  return test.deps.db.transaction().execute((trx) => newest(trx, searched, NEAR));
}

it('finds the newest rows that hold every word, however far back they are and however common', async () => {
  const word = fc.constantFrom('medic', 'bridge', 'lag', 'mediocre', 'zo', 'griefer');
  const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { minLength: 20, maxLength: 120 }),
      fc.uniqueArray(fc.constantFrom('medic', 'bridge', 'med', 'zo', 'g', 'friefer'), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      fc.constantFrom(undefined, 100, 100_000_000),
      async (texts, words, limit, analyze, rows) => {
        await write(texts, analyze);
        const expected = texts
          .map((folded, place) => ({ folded, place }))
          .filter(({ folded }) => words.every((one) => holds(folded, one)))
          .map(({ place }) => place)
          .toReversed()
          .slice(0, limit);
        const found = await find(words, limit, rows);
        expect(found.map(({ place }) => place)).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);

it('finds the same where rows are spread over many parts, some with none and some with old ones alone', async () => {
  const kinds = ['chat', 'join', 'kick'];
  const row = fc.record({
    server: fc.integer({ min: 0, max: 5 }),
    kind: fc.constantFrom('chat', 'join'),
    // Between moments and months apart.
    gap: fc.integer({ min: 0, max: 23 }).map((power) => 2 ** power * 1_000),
    folded: fc.constantFrom('medic', 'medic bridge', 'lag'),
  });
  const server = (n: number) => n.toString(16).padStart(24, 'e');
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 80 }),
      fc.constantFrom([], ['medic'], ['medic', 'bridge']),
      fc.integer({ min: 1, max: 40 }),
      async (rows, words, limit) => {
        let at = 0;
        const all = rows.map(({ gap, ...one }, seq) => ({ ...one, seq, at: (at += gap) }));
        await sql`truncate feed_texts`.execute(test.deps.db);
        await sql`
          insert into feed_texts (server_id, seq, at, subject, folded, grams, kind)
          select * from json_to_recordset(${JSON.stringify(
            all.map((one) => ({
              ...one,
              server_id: server(one.server),
              subject: '',
              grams: [...gramsOf(one.folded)],
            })),
          )}::json) as r (server_id bpchar, seq int8, at int8, subject text, folded text, grams text[], kind text)
        `.execute(test.deps.db);
        const asked = [0, 1, 2, 3];
        const parts = asked.flatMap((n) => kinds.map((kind) => ({ kind, id: server(n) })));
        const searched: Searched = {
          table: 'feed_texts',
          branches: [],
          spread: {
            from: 0,
            until: at,
            rows: (since, most) => sql`
              select r.* from unnest(
                ${parts.map(({ kind }) => kind)}::text[], ${parts.map(({ id }) => id)}::bpchar[]
              ) as part (kind, server_id)
              cross join lateral (
                select server_id, at, seq as place, kind, folded, grams from feed_texts
                where kind = part.kind and server_id = part.server_id and at >= ${since}
                order by at desc, seq desc limit ${most}
              ) as r
            `,
          },
          all: sql`
            select server_id, at, seq as place, kind, folded, grams from feed_texts
            where server_id = any(${asked.map(server)}::bpchar[])
          `,
          isFew: false,
          isNarrow: false,
          words,
          limit,
        };
        const expected = all
          .filter((one) => asked.includes(one.server) && words.every((w) => holds(one.folded, w)))
          .map(({ seq }) => seq)
          .toReversed()
          .slice(0, limit);
        const found = await test.deps.db
          .transaction()
          .execute((trx) => newest(trx, searched, NEAR));
        expect(found.map(({ place }) => place)).toEqual(expected);
      },
    ),
    { numRuns: 80 },
  );
}, 60_000);

it('goes on behind the time in which it expected enough', async () => {
  const often = Array.from({ length: 400 }, (_, n) => (n < 100 ? 'medic' : 'lag'));
  const late = Array.from({ length: 20 }, () => 'medic');
  await write([...often, ...late], true);
  const searched: Searched = {
    table: 'feed_texts',
    branches: [all],
    all,
    isFew: false,
    isNarrow: false,
    words: ['medic'],
    limit: 60,
  };
  const found = await test.deps.db
    .transaction()
    .execute((trx) => newest(trx, searched, { looked: 20, lookedOn: 21 }));
  expect(found).toHaveLength(60);
  expect(found.map(({ place }) => place)).toEqual([
    ...Array.from({ length: 20 }, (_, n) => 419 - n),
    ...Array.from({ length: 40 }, (_, n) => 99 - n),
  ]);
});

/**
 * The search of all that happened on a hundred servers, at the host: the first page and later ones, with words that
 * much, little and nothing holds, of one server, five and all, by kind, person and span.
 *
 *   node bench/run.mjs history
 *   node bench/run.mjs history --rows 1000000 --rounds 10
 *   node bench/run.mjs history --data FOLDER: keeps the rows there for the next run
 *
 * The embedded PostgreSQL with its usual durability. Each question is a whole call but for the entries of the log
 * themselves, which it has none of: a hundred of them are read by their keys. Prints medians, the longest,
 * and the processor time of PostgreSQL.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { cut, fold, gramsOf } from '../src/domain/resources/keys.ts';
import { grant, serverResource } from '../src/host/access/grants.ts';
import { historyPage } from '../src/host/history/search.ts';
import { openDatabase, type Database } from '../src/host/store/database.ts';
import { startPostgres } from '../src/host/store/embedded/postgres.ts';
import { migrate } from '../src/host/store/migrations/migrate.ts';
import { SERVER_PERMISSION } from '../src/protocol/permissions.ts';
import { createRandom } from '../src/testing/random.ts';
import { storeServer } from '../tests/support/stored-server.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '20' },
    data: { type: 'string' },
  },
});
const wanted = Number(values.rows);
const rounds = Number(values.rounds);

const SERVERS = 100;
const ME = 'a'.repeat(24);
const NOW = Date.UTC(2026, 10, 23);
const DAYS_30 = 30 * 86_400_000;
/** Different texts; the rows take them in turns. */
const TEXTS = 40_000;
const AT_ONCE = 500_000;

const id = (n: number) => n.toString(16).padStart(24, '0');
const WORDS =
  'anyone have spare ammo at the north west airfield base raid tonight trade medic help hello lag again server restart when near tower bridge coast boat truck wheels sniper watch out zombies thanks friend'.split(
    ' ',
  );
/** Of a thousand entries. */
const KINDS = [
  ['join', 500],
  ['chat', 350],
  ['death', 100],
  ['action', 30],
  ['state', 15],
  ['kick', 5],
] as const;

async function fill(db: Database): Promise<void> {
  const random = createRandom(5);

  const kinds = KINDS.flatMap(([kind, share]) => Array.from({ length: share }, () => kind));
  await sql`
    create table texts (n int primary key, kind text, subject text, folded text, grams text[])
  `.execute(db);
  const texts = Array.from({ length: TEXTS }, (_, n) => {
    const kind = kinds[n % kinds.length] ?? 'join';
    const person = Math.floor(random.next() ** 2 * 20_000);
    const said =
      kind === 'chat' ? Array.from({ length: 2 + random.below(6) }, () => random.pick(WORDS)) : [];
    if (n % 10_007 === 350) said.push('griefer');
    const folded = cut(fold(`player${person.toString(36)}`) + '\n' + said.join(' '), 2_000);
    return { n, kind, subject: id(person), folded, grams: [...gramsOf(folded)] };
  });
  for (let from = 0; from < TEXTS; from += 5_000) {
    await sql`
      insert into texts
      select * from json_populate_recordset(null::texts, ${JSON.stringify(texts.slice(from, from + 5_000))}::json)
    `.execute(db);
  }
  // Made once all rows are there: that takes a tenth of the time.
  const { rows: indexes } = await sql<{ name: string; made: string }>`
    select indexname as name, indexdef as made from pg_indexes where tablename = 'feed_texts'
  `.execute(db);
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db);
  for (let from = 0; from < wanted; from += AT_ONCE) {
    await sql`
      insert into feed_texts (server_id, seq, at, subject, folded, grams, kind)
      select lpad(to_hex(1 + g % ${SERVERS}), 24, '0'), g,
        ${NOW - DAYS_30}::bigint + (g::numeric * ${DAYS_30} / ${wanted})::bigint,
        t.subject, t.folded, t.grams, t.kind
      from generate_series(${from}::int, ${Math.min(wanted, from + AT_ONCE) - 1}::int) g
      join texts t on t.n = (g * 7919::bigint) % ${TEXTS}
    `.execute(db);
    console.log(`${from + AT_ONCE} rows`);
  }
  for (const index of [
    ...indexes.map(({ made }) => sql`${sql.raw(made)}`),
    sql`vacuum analyze feed_texts`,
  ]) {
    const began = performance.now();
    await db.connection().execute(async (one) => {
      await sql`set maintenance_work_mem = '1GB'`.execute(one);
      await index.execute(one);
    });
    console.log(`${((performance.now() - began) / 1_000).toFixed(0)} s for an index`);
  }
  for (let n = 1; n <= SERVERS; n++) {
    await grant(db, ME, serverResource(id(n)), SERVER_PERMISSION, null, 0);
  }
}

const one = id(7);
const first = (count: number) => Array.from({ length: count }, (_, n) => id(n + 1)).join(',');
const five = first(5);
const QUESTIONS: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['everything, all servers', {}],
  ['everything, one server', { servers: one }],
  ['everything, five servers', { servers: five }],
  ['everything, thirty servers', { servers: first(30) }],
  ['kicks, all servers', { kinds: 'kick' }],
  ['chat, five servers', { servers: five, kinds: 'chat' }],
  [
    'chat of a day, all servers',
    { kinds: 'chat', from: NOW - DAYS_30 / 2, until: NOW - DAYS_30 / 2 + 86_400_000 },
  ],
  ['a common word, all servers', { text: 'medic' }],
  ['a common word, one server', { text: 'medic', servers: one }],
  ['two common words, all servers', { text: 'medic bridge' }],
  ['five common words, all servers', { text: 'medic bridge truck wheels lag' }],
  ['a name of one in some thousands', { text: 'player5k7' }],
  ['a name and chat, last week', { text: 'player5k7', kinds: 'chat', from: NOW - 7 * 86_400_000 }],
  ['a word of one in ten thousand', { text: 'griefer' }],
  ['a word that nobody wrote', { text: 'zebra crossing' }],
  ['the beginning of a word', { text: 'zo' }],
  ['two common words, one server', { text: 'medic bridge', servers: one }],
  ['two common words, six servers', { text: 'medic bridge', servers: first(6) }],
  ['two common words, thirty servers', { text: 'medic bridge', servers: first(30) }],
  ['two common words of a day', { text: 'medic bridge', until: NOW - DAYS_30 / 2 }],
  ['two common words among deaths', { text: 'medic bridge', kinds: 'death' }],
  ['a person, everything', { player: id(1234) }],
  ['a person and a word', { player: id(1234), text: 'medic' }],
  [
    'a person, a word, a server, a day',
    { player: id(1234), text: 'medic', servers: one, kinds: 'chat', until: NOW - DAYS_30 / 2 },
  ],
  ['up to a day', { until: NOW - DAYS_30 / 2 }],
  ['a page from the middle', { after: `${NOW - DAYS_30 / 2}.5000000.1` }],
  ['a common word from the middle', { text: 'medic', after: `${NOW - DAYS_30 / 2}.5000000.1` }],
  ['a page of a thousand, to export', { limit: 1_000 }],
];

async function measure(db: Database): Promise<void> {
  const context = { db, account: { id: ME }, settings: { feedDays: 30 }, now: NOW };
  const ask = async (query: object) =>
    historyPage(
      { params: {}, query: { limit: 100, ...query }, body: {} } as never,
      context as never,
    );
  for (const [name, query] of QUESTIONS) {
    const times: number[] = [];
    await ask(query);
    const worked = await processorTime(db);
    for (let round = 0; round < rounds; round++) {
      const began = performance.now();
      await ask(query);
      times.push(performance.now() - began);
    }
    const each = ((await processorTime(db)) - worked) / rounds;
    times.sort((a, b) => a - b);
    const [median = 0, longest = 0] = [times[times.length >>> 1], times.at(-1)];
    console.log(
      `${name.padEnd(34)} ${[median, longest, each].map((ms) => ms.toFixed(1).padStart(7)).join(' ')} ms`,
    );
  }
}

/** Milliseconds that PostgreSQL has computed for this process; not a number where the system does not say. */
async function processorTime(db: Database): Promise<number> {
  if (process.platform !== 'linux') return Number.NaN;
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where backend_type = 'client backend'
  `.execute(db);
  const each = rows.map(async ({ pid }) => {
    const text = await readFile(`/proc/${pid}/schedstat`, 'utf8');
    return Number.parseInt(text, 10) / 1_000_000;
  });
  return (await Promise.all(each)).reduce((sum, ms) => sum + ms, 0);
}

const root = values.data ?? (await mkdtemp(join(tmpdir(), 'muster-history-')));
const log = { info: () => undefined, warn: console.warn, error: console.error };
const postgres = await startPostgres({ dataDir: root, log });
const database = openDatabase({ connection: postgres.connection, onIdleError: () => undefined });
try {
  const { db } = database;
  await migrate(db);
  const { rows } = await sql<{
    filled: boolean;
  }>`select exists (select from grants) as filled`.execute(db);
  if (rows[0]?.filled !== true) await fill(db);
  const hosted = await sql`select from servers`.execute(db);
  if (hosted.rows.length === 0) {
    for (let n = 1; n <= SERVERS; n++) await storeServer(db, id(n));
  }
  await measure(db);
} finally {
  await database.close();
  await postgres.stop();
  if (values.data === undefined) await rm(root, { recursive: true, force: true });
}

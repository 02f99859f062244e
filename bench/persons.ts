/**
 * A million persons with ten million stays on a hundred servers, at the host: found by their names as people type them, by
 * identifiers and addresses, and read with everything that their profile shows.
 *
 *   node bench/run.mjs persons
 *   node bench/run.mjs persons --persons 100000 --stays 1000000 --rounds 10
 *   node bench/run.mjs persons --data FOLDER: keeps them there for the next run
 *
 * The embedded PostgreSQL with its usual durability. Each question is a whole call, each round asks of somebody else, and
 * the first round of each is told by itself: nothing of it was read before. Prints that, the median and the longest.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { nameKey } from '../src/domain/players/name-key.ts';
import { gramsOf } from '../src/domain/resources/keys.ts';
import { HostError } from '../src/host/calls/host-error.ts';
import { grant, serverResource } from '../src/host/access/grants.ts';
import { personProfile, personTraces } from '../src/host/persons/profile.ts';
import { playerSearch, userResolve } from '../src/host/persons/search.ts';
import { personSessions } from '../src/host/persons/sessions.ts';
import { openDatabase, type Database } from '../src/host/store/database.ts';
import { startPostgres } from '../src/host/store/embedded/postgres.ts';
import { migrate } from '../src/host/store/migrations/migrate.ts';
import { SERVER_PERMISSION } from '../src/protocol/permissions.ts';
import { createRandom } from '../src/testing/random.ts';
import { storeServer } from '../tests/support/stored-server.ts';

const { values } = parseArgs({
  options: {
    persons: { type: 'string', default: '1000000' },
    stays: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '20' },
    data: { type: 'string' },
  },
});
const persons = Number(values.persons);
const stays = Number(values.stays);
const rounds = Number(values.rounds);

const SERVERS = 100;
const NOW = Date.UTC(2026, 10, 27);
const DAYS_90 = 90 * 86_400_000;
const AT_ONCE = 500_000;
/** Somebody who sees all servers, and one who sees five. */
const [ALL, FIVE] = ['a'.repeat(24), 'b'.repeat(24)];

const id = (n: number) => n.toString(16).padStart(24, '0');
const steamOf = (n: number) => `7656119${String(8_000_000_000 + n).padStart(10, '0')}`;
const ipOf = (n: number) =>
  `${20 + ((n >> 16) % 100)}.${n & 255}.${(n >> 8) & 255}.${(n * 7) & 255}`;

const BEGIN = [
  'Dark',
  'Old',
  'xX',
  'The',
  'Big',
  'Mad',
  'Тёмный',
  'Silent',
  '[TAG] ',
  'Mr',
  'El',
  '',
];
const MIDDLE =
  'Wolf Ghost Sniper Reaper Hunter Bear Raven Storm Viper Shadow Killer Bandit Медведь Волк Ranger Duck Potato Medic Baker Fox'.split(
    ' ',
  );

/** Most are told apart by a number alone; one in ten is called as many others are. */
function nameOf(n: number): string {
  const random = createRandom(n + 1);
  const word = `${random.pick(BEGIN) ?? ''}${random.pick(MIDDLE) ?? ''}`;
  if (n === needle(0)) return 'Umbrella Zwölf';
  return n % 10 === 0 ? word : `${word}${random.below(100_000).toString(36)}`;
}

/** Somebody for a round, of those who were on many servers and of the others. */
function needle(round: number): number {
  return Math.floor(((round * 0.618_033_988_7) % 1) * (persons - 1));
}

async function without(db: Database, tables: readonly string[], fill: () => Promise<void>) {
  const { rows: indexes } = await sql<{ name: string; made: string }>`
    select indexname as name, indexdef as made from pg_indexes
    where tablename = any(${[...tables]}) and indexdef not like '%UNIQUE%'
  `.execute(db);
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db);
  await fill();
  await db.connection().execute(async (one) => {
    await sql`set maintenance_work_mem = '1GB'`.execute(one);
    for (const { made } of indexes) await sql.raw(made).execute(one);
  });
  for (const table of tables) await sql`vacuum analyze ${sql.table(table)}`.execute(db);
}

async function fillPersons(db: Database): Promise<void> {
  await sql`
    create table bench_persons (
      n int primary key, id text, name text, folded text, grams text[], steam text, ip text
    )
  `.execute(db);
  for (let from = 0; from < persons; from += 10_000) {
    const some = Array.from({ length: Math.min(10_000, persons - from) }, (_, at) => {
      const n = from + at;
      const name = nameOf(n);
      const folded = nameKey(name);
      const grams = [...gramsOf(folded)];
      return { n, id: id(n + 1), name, folded, grams, steam: steamOf(n), ip: ipOf(n) };
    });
    await sql`
      insert into bench_persons
      select * from json_populate_recordset(null::bench_persons, ${JSON.stringify(some)}::json)
    `.execute(db);
  }
  await sql`
    insert into players select id, name, ${NOW - DAYS_90}, ${NOW} from bench_persons
  `.execute(db);
  await sql`
    insert into player_identities select 'steam', steam, id from bench_persons
  `.execute(db);
}

/** Few people play much: whoever plays most was there a thousand times on twenty servers, most people a few times. */
async function fillStays(db: Database): Promise<void> {
  for (let from = 0; from < stays; from += AT_ONCE) {
    await sql`
      insert into play_sessions (id, server_id, muster_id, name, joined_at, joined_before, verified,
        lobby, steam_id, ip, left_at)
      select lpad(to_hex(1000000000 + g), 24, '0'),
        lpad(to_hex(1 + (p.n * 31 + (g % (1 + least(20, 200000 / (1 + p.n))))) % ${SERVERS}), 24, '0'),
        p.id, p.name, u.at, false, true, false, p.steam, p.ip, u.at + 1000 * (60 + g % 7200)
      from generate_series(${from}::bigint, ${Math.min(stays, from + AT_ONCE) - 1}::bigint) g
      cross join lateral (
        select ${NOW - DAYS_90}::bigint + (g::numeric * ${DAYS_90} / ${stays})::bigint as at,
          case when g < ${persons} then g::int else
            (power(((g * 7919) % 1000003) / 1000003.0, 1.5) * ${persons - 1})::int end as n
      ) as u
      join bench_persons p on p.n = u.n
    `.execute(db);
    console.log(`${Math.min(stays, from + AT_ONCE)} stays`);
  }
}

async function fill(db: Database): Promise<void> {
  const began = performance.now();
  for (let n = 1; n <= SERVERS; n++) {
    await storeServer(db, id(n));
    await grant(db, ALL, serverResource(id(n)), SERVER_PERMISSION, null, 0);
    if (n <= 5) await grant(db, FIVE, serverResource(id(n)), SERVER_PERMISSION, null, 0);
  }
  await without(db, ['players', 'player_identities'], () => fillPersons(db));
  await without(db, ['play_sessions'], () => fillStays(db));
  await without(db, ['player_names'], async () => {
    await sql`
      insert into player_names (muster_id, server_id, folded, name, at, grams)
      select s.muster_id, s.server_id, p.folded, p.name, s.at, p.grams from (
        select muster_id, server_id, max(joined_at) as at from play_sessions group by 1, 2
      ) as s join bench_persons p on p.id = s.muster_id
    `.execute(db);
  });
  const { rows } = await sql<{
    names: number;
  }>`select count(*)::int as names from player_names`.execute(db);
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  console.log(`${persons} persons, ${stays} stays, ${rows[0]?.names ?? 0} names in ${seconds} s`);
}

/** null: the host refuses, since whoever asks has not seen them. */
async function unlessRefused<T>(asked: Promise<T> | T): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof HostError) return null;
    throw error;
  }
}

type Ask = (db: Database, who: string, round: number) => Promise<string>;

/** The rest of what a handler is given stays unread. */
const context = (db: Database, who: string) =>
  ({ account: { id: who }, db, now: NOW, settings: { plans: false } }) as never;
const limit = 50;

const search = (text: (round: number) => string): Ask =>
  async function ask(db, who, round) {
    const query = { text: text(round), limit };
    const input = { params: {}, query, body: undefined } as never;
    const { people, next } = await playerSearch(input, context(db, who));
    return `${people.length} people${next === null ? '' : ' and more'}`;
  };
const person = (round: number) => ({ muster_id: id(needle(round) + 1) });

const QUESTIONS: readonly (readonly [string, Ask])[] = [
  ['a name that one has', search(() => 'umbrella')],
  ['a name, 1 of 100,000', search((round) => nameOf(needle(round) - (needle(round) % 10) + 1))],
  ['a name that many have', search((round) => MIDDLE[round % MIDDLE.length] ?? '')],
  ['two words', search((round) => `${MIDDLE[round % MIDDLE.length] ?? ''} tag`)],
  ['two letters', search((round) => ['wo', 'gh', 'ba', 'fo', 'du'][round % 5] ?? '')],
  ['leetspeak', search(() => 'gh0st')],
  ['Cyrillic', search(() => 'волк')],
  ['a name nobody has', search((round) => `quixotic${round}`)],
  ['a SteamID64', search((round) => steamOf(needle(round)))],
  ['an address', search((round) => ipOf(needle(round)))],
  ['the start of an address', search((round) => `${20 + (round % 100)}.${round & 255}.`)],
  ['a muster_id', search((round) => id(needle(round) + 1))],
  [
    'user-resolve, a name',
    async (db, who, round) => {
      const query = { identifier: nameOf(needle(round)) };
      const input = { params: {}, query, body: undefined } as never;
      const found = await unlessRefused(userResolve(input, context(db, who)));
      return found === null ? 'nobody or several' : 'one';
    },
  ],
  [
    'a profile',
    async (db, who, round) => {
      const input = { params: person(round), query: {}, body: undefined } as never;
      const found = await unlessRefused(personProfile(input, context(db, who)));
      return `${found?.servers.length ?? 0} servers`;
    },
  ],
  [
    'a profile, who plays most',
    async (db, who, round) => {
      const params = { muster_id: id(round + 1) };
      const input = { params, query: {}, body: undefined } as never;
      const found = await unlessRefused(personProfile(input, context(db, who)));
      return `${found?.servers.length ?? 0} servers`;
    },
  ],
  [
    'their sessions',
    async (db, who, round) => {
      const params = { muster_id: id(round + 1) };
      const input = { params, query: { limit }, body: undefined } as never;
      const found = await unlessRefused(personSessions(input, context(db, who)));
      return `${found?.sessions.length ?? 0} sessions`;
    },
  ],
  [
    'their traces',
    async (db, who, round) => {
      const params = { muster_id: id(round + 1) };
      const input = { params, query: {}, body: undefined } as never;
      const found = await unlessRefused(personTraces(input, context(db, who)));
      return `${found?.traces.length ?? 0} traces`;
    },
  ],
];

async function timed(name: string, run: (round: number) => Promise<string>): Promise<void> {
  const times: number[] = [];
  let said = '';
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    said = await run(round);
    times.push(performance.now() - began);
  }
  const [first = 0] = times;
  times.sort((a, b) => a - b);
  const [median = 0, longest = 0] = [times[times.length >>> 1], times.at(-1)];
  const figures = [first, median, longest].map((ms) => ms.toFixed(1).padStart(7)).join(' ');
  console.log(`${name.padEnd(42)} ${figures} ms   ${said}`);
}

console.log(`${cpus()[0]?.model ?? ''}, ${cpus().length} cores, Node ${process.version}`);
const data = values.data ?? (await mkdtemp(join(tmpdir(), 'muster-bench-')));
const quiet = { info: () => undefined, warn: console.error, error: console.error };
const postgres = await startPostgres({ dataDir: data, log: quiet });
const open = openDatabase({ connection: postgres.connection, onIdleError: console.error });
try {
  await migrate(open.db);
  const { rows: kept } = await sql`select from players limit 1`.execute(open.db);
  if (kept.length === 0) await fill(open.db);
  for (const [who, of] of [
    [ALL, 'of a hundred servers'],
    [FIVE, 'of five'],
  ] as const) {
    for (const [name, ask] of QUESTIONS) {
      await timed(`${name}, ${of}`, (round) => ask(open.db, who, round));
    }
  }
} finally {
  await open.close();
  await postgres.stop();
  if (values.data === undefined) await rm(data, { recursive: true, force: true });
}

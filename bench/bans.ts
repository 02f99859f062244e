/**
 * Half a million bans of one list, at the host: added as an import adds them, found page by page, and asked of people who
 * join.
 *
 *   node bench/run.mjs bans
 *   node bench/run.mjs bans --rows 100000 --rounds 20
 *   node bench/run.mjs bans --data FOLDER: keeps the bans there for the next run
 *
 * The embedded PostgreSQL with its usual durability. Each page is asked in a transaction of its own, as the call does, with
 * its total. Prints medians and the longest.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import type { BanRow } from '../src/domain/bans/row.ts';
import { maskedAddress } from '../src/domain/bans/address.ts';
import { modules } from '../src/protocol/modules/fields.ts';
import { MODULES_UNSET } from '../src/protocol/modules/limits.ts';
import { askDecisions, UNREAD } from '../src/host/doors/ask.ts';
import type { Present } from '../src/host/doors/asked.ts';
import { addBans, type NewBan } from '../src/host/bans/store.ts';
import { identitiesOf } from '../src/host/bans/who.ts';
import { newServer } from '../src/host/servers/add.ts';
import { atOneMoment, openDatabase, type Database } from '../src/host/store/database.ts';
import { startPostgres } from '../src/host/store/embedded/postgres.ts';
import { migrate } from '../src/host/store/migrations/migrate.ts';
import type { AskedOfOwner } from '../src/host/store/paged/asked.ts';
import { readPaged } from '../src/host/store/paged/page.ts';
import type { Place } from '../src/host/store/paged/place.ts';
import { createRandom, type Random } from '../src/testing/random.ts';
import { id } from './paged-rows.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '500000' },
    rounds: { type: 'string', default: '30' },
    data: { type: 'string' },
  },
});
const rows = Number(values.rows);
const rounds = Number(values.rounds);
/** As many as an import brings at once. */
const BATCH = 500;
const LIST = id(1);
const SERVER = id(2);
const REASONS = ['Griefing', 'Cheating', 'Combat logging', 'Hate speech', 'Ban evasion'];
const STATUS = ['ACTIVE', 'ACTIVE', 'ACTIVE', 'REVOKED'] as const;

const steamOf = (n: number) => `7656119${String(1_000_000 + n).padStart(10, '0')}`;
const ipOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

/** One in a thousand writes theirs as gamers do. */
function nameOf(n: number, random: Random): string {
  if (n % 1_000 === 1) return `xX_$n1p3rGh0$t_${n}_Xx`;
  return `Player ${random.below(50_000)} of ${random.pick(REASONS) ?? ''}`;
}

/** One in ten keeps out an address, one in a hundred a range of them. */
function banOf(n: number, random: Random): NewBan {
  const isAddress = n % 10 === 0;
  const address = n % 100 === 0 ? `${ipOf(n)}-${ipOf(n + 7)}` : ipOf(n);
  const steam_id = isAddress ? null : steamOf(n);
  const at = 1_700_000_000_000 + n * 1_000;
  const row: BanRow = {
    id: id(1_000_000 + n),
    server_id: null,
    banlist_id: LIST,
    kind: isAddress ? 'address' : 'person',
    person_id: null,
    name: isAddress ? '' : nameOf(n, random),
    steam_id,
    guid: null,
    bohemia_id: null,
    address: isAddress ? maskedAddress(address) : null,
    reason: random.pick(REASONS) ?? '',
    description: n % 1_000 === 0 ? 'seen on video' : '',
    status: random.pick(STATUS) ?? 'ACTIVE',
    origin: 'IMPORTED',
    created_at: at,
    // One in three ends, long after the bench has.
    until: n % 3 === 0 ? 4_000_000_000_000 + ((n * 7_919) % rows) * 60_000 : null,
    issuer_id: id(100 + random.below(20)),
    issuer_name: `Warden ${random.below(20)}`,
    changed_at: at,
  };
  const identities = identitiesOf({ steam_id, guid: null, bohemia_id: null });
  return { row, banned: { people: [], identities, addresses: isAddress ? [address] : [] } };
}

async function fill(db: Database): Promise<void> {
  const { state, population, environment, deployment } = newServer(0);
  await sql`
    insert into servers (id, owner, identifier, game, timezone, created_at, host, host_key, game_port,
      rcon_port, sealed_password, actions, state, population, environment, deployment)
    values (${SERVER}, ${SERVER}, 'x', 1, 'UTC', 0, 'x', 'x', 1, 2, '', '{}', ${JSON.stringify(state)},
      ${JSON.stringify(population)}, ${JSON.stringify(environment)}, ${JSON.stringify(deployment)})
  `.execute(db);
  await sql`
    insert into ban_lists (id, owner, owner_kind, identifier, created_at)
    values (${LIST}, ${SERVER}, 'account', 'Watch', 0)
  `.execute(db);
  await sql`insert into ban_list_servers values (${LIST}, ${SERVER}, true, 0)`.execute(db);
  const random = createRandom(7);
  const began = performance.now();
  for (let from = 0; from < rows; from += BATCH) {
    const made = Array.from({ length: Math.min(BATCH, rows - from) }, (_, n) =>
      banOf(from + n, random),
    );
    await db.transaction().execute((trx) => addBans(trx, LIST, made));
  }
  console.log(`${rows} bans added in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  await sql`vacuum analyze paged_bans, ban_keys`.execute(db);
}

interface Question {
  readonly name: string;
  readonly asked?: Partial<AskedOfOwner>;
  readonly from?: Place;
}

const QUESTIONS: readonly Question[] = [
  { name: 'first page, newest' },
  { name: 'first page by name', asked: { order: 'name', direction: 'asc' } },
  { name: 'first page by reason', asked: { order: 'reason' } },
  { name: 'first page by its end', asked: { order: 'until', direction: 'asc' } },
  { name: 'in force', asked: { where: { status: 'active' } } },
  { name: 'addresses, a tenth', asked: { where: { kind: 'address' } } },
  { name: 'of one issuer', asked: { where: { issuer: id(103) } } },
  { name: 'in force, of one issuer', asked: { where: { status: 'active', issuer: id(103) } } },
  { name: 'of a day', asked: { where: { from: 1_700_200_000_000, until: 1_700_286_400_000 } } },
  { name: 'search, a fifth has it', asked: { text: 'combat' } },
  { name: 'search, one in 1,000', asked: { text: 'video' } },
  { name: 'search, a SteamID64', asked: { text: steamOf(123_457) } },
  { name: 'search, a part of one', asked: { text: steamOf(123_457).slice(-6) } },
  { name: 'search, a name otherwise', asked: { text: 'SNIPERGHOST' } },
  { name: 'search, most, otherwise', asked: { text: 'pl4yer' } },
  { name: 'search, none', asked: { text: 'zebra crossing' } },
  { name: 'search, two letters', asked: { text: 'pl' } },
  { name: 'jump to the middle', from: { kind: 'place', place: Math.floor(rows / 2) } },
  { name: 'jump to the end', from: { kind: 'place', place: rows } },
];

async function timed(name: string, run: () => Promise<string>): Promise<void> {
  const times: number[] = [];
  let said = '';
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    said = await run();
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const [median = 0, longest = 0] = [times[times.length >>> 1], times.at(-1)];
  const figures = [median, longest].map((ms) => ms.toFixed(1).padStart(7)).join(' ');
  console.log(`${name.padEnd(28)} ${figures} ms   ${said}`);
}

function page(db: Database, { asked, from = { kind: 'first' } }: Question): Promise<string> {
  const question: AskedOfOwner = {
    resource: 'bans',
    owner_id: LIST,
    order: 'created_at',
    direction: 'desc',
    text: '',
    where: {},
    ...asked,
  };
  return atOneMoment(db, async (trx) => {
    const { rows: shown, total, about } = await readPaged(trx, question, from, 100);
    return `${shown.length} rows of ${about ? 'about ' : ''}${total}`;
  });
}

/** Half of them are banned by their SteamID64, of whom three in four are kept out. */
const joining = (n: number): Present => ({
  muster_id: id(5_000_000 + n),
  steam_id: n % 2 === 0 ? steamOf(n * 7 + 1) : steamOf(rows + n),
  guid: null,
  bohemia_id: null,
  ip: ipOf(n * 13 + 5),
});

async function decide(db: Database, people: number): Promise<string> {
  const asked = Array.from({ length: people }, (_, n) => ({
    ...UNREAD,
    present: joining(n),
    id: String(n),
    joinedAt: n,
  }));
  const door = { modules: modules.parse(MODULES_UNSET), canWarn: false, slots: null };
  const decisions = await askDecisions(db, SERVER, asked, door, Date.now());
  const out = decisions.filter(({ verdict }) => verdict === 'kick').length;
  return `${out} of ${people} are kept out`;
}

console.log(`${cpus()[0]?.model ?? ''}, ${cpus().length} cores, Node ${process.version}`);
const data = values.data ?? (await mkdtemp(join(tmpdir(), 'muster-bench-')));
const quiet = { info: () => undefined, warn: console.error, error: console.error };
const postgres = await startPostgres({ dataDir: data, log: quiet });
const open = openDatabase({ connection: postgres.connection, onIdleError: console.error });
try {
  await migrate(open.db);
  const { rows: kept } = await sql`select from paged_bans limit 1`.execute(open.db);
  if (kept.length === 0) await fill(open.db);
  for (const question of QUESTIONS) await timed(question.name, () => page(open.db, question));
  for (const people of [1, 10, 100]) {
    await timed(`decide, ${people} people`, () => decide(open.db, people));
  }
} finally {
  await open.close();
  await postgres.stop();
  if (values.data === undefined) await rm(data, { recursive: true, force: true });
}

/** `muster admin erase`: what hosts wrote of a person goes, in every table, and nothing of anybody else. */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { adminErase } from '../../src/cli/admin-erase.ts';
import { askAction, endAction } from '../../src/host/actions/requests.ts';
import { verifyAudit } from '../../src/host/audit/verify.ts';
import { change } from '../../src/host/change/change.ts';
import type { GameFact, SeenPlayer } from '../../src/host/connectors/contract.ts';
import { historyReactor } from '../../src/host/history/reactor.ts';
import { idsOf, personOf } from '../../src/host/identity/persons.ts';
import { createLogger } from '../../src/host/logger.ts';
import { erasePerson } from '../../src/host/players/erase.ts';
import { joinPersons, undoJoin } from '../../src/host/players/joins.ts';
import { runBatch } from '../../src/host/reactors/batch.ts';
import { publish } from '../../src/host/realtime/log.ts';
import { markRemoved } from '../../src/host/resources/rows.ts';
import { addRow } from '../../src/host/resources/write.ts';
import { beat, takeLeases } from '../../src/host/servers/leases.ts';
import type { ServerRuntime } from '../../src/host/servers/server-runtime.ts';
import { TickWriter } from '../../src/host/servers/tick-writer.ts';
import { readSettings } from '../../src/host/settings.ts';
import { statisticsReactor } from '../../src/host/statistics/reactor.ts';
import { serverStream } from '../../src/protocol/streams.ts';
import { createTestAccount } from '../support/accounts.ts';
import { createTestApp, createTestDeps, type TestDeps } from '../support/host.ts';
import { runStored, storeServer } from '../support/stored-server.ts';

const hex = (digit: string) => digit.repeat(24);
const [server, host, issuer] = [hex('1'), hex('2'), hex('3')];
const ada: SeenPlayer = {
  key: '1',
  name: 'Ada Lovelace',
  guid: 'ada0'.repeat(8),
  steamId: null,
  bohemiaId: null,
  verified: true,
  lobby: false,
  ping: null,
  ip: '198.51.100.7',
  port: 2304,
};
/** The same person, before anybody knew. */
const unnamed = { ...ada, key: '2', name: 'Countess', guid: null, bohemiaId: 'ada-of-bohemia' };
const bob = { ...ada, key: '3', name: 'Bob', guid: 'b0b0'.repeat(8), ip: '198.51.100.8' };
const OF_ADA = [ada.name, ada.guid, ada.ip, unnamed.name, unnamed.bohemiaId, 'canary'];

let test: TestDeps;
let writer: TickWriter;
let now: number;
let adaId: string;
let bobId: string;
let formerId: string;
let adaIds: readonly string[];
let hear: (fact: GameFact) => void;
const runtimes = new Map<string, ServerRuntime>();

beforeEach(async () => {
  test = await createTestDeps();
  const { db, clock } = test.deps;
  now = clock();
  runtimes.clear();
  await storeServer(db, server);
  await beat(db, host);
  await takeLeases(db, host, [server]);
  const [log, watches] = [createLogger('silent'), { watched: () => false }];
  writer = new TickWriter({ db, hostId: host, clock, log, watches, runtimes });
  await writer.readPersons();
  const onLost = () => Promise.reject(new Error('lost'));
  const here = { db, id: server, clock, writer, runtimes, roster: () => [ada], onLost };
  ({ hear } = await runStored(here));
  await live();
});
afterEach(() => test.close());

async function told(...facts: readonly GameFact[]): Promise<void> {
  for (const fact of facts) hear(fact);
  await writer.idle();
}

const playerNamed = async (name: string) =>
  (
    await test.deps.db
      .selectFrom('players')
      .select('muster_id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
  ).muster_id;

const joins = (player: SeenPlayer) => ({ at: now, kind: 'join', player, seen: 'live' }) as const;
const leaves = (player: SeenPlayer) => ({ at: now, kind: 'leave', player, seen: 'live' }) as const;
const says = (player: SeenPlayer, text: string): GameFact => {
  return { at: now, kind: 'chat', channel: 'Global', player, name: player.name, text };
};

const STEAM_ID = '76561198000000042';

/** What two people do on a server, as hosts write it. */
async function live(): Promise<void> {
  await told(joins(ada), says(ada, 'canary in the chat'), leaves(ada));
  await told(joins(unnamed), joins(bob), says(bob, 'hello'));
  [formerId, bobId] = [await playerNamed(unnamed.name), await playerNamed(bob.name)];
  const byBob = {
    player: bob,
    name: bob.name,
    isPlayer: true,
    weapon: null,
    distance: null,
  };
  const position = { x: 1, y: 2, height: null };
  await told(
    { at: now, kind: 'death', player: unnamed, name: unnamed.name, by: byBob, position },
    { at: now, kind: 'console', direction: 'in', text: 'Player #1 Ada Lovelace connected' },
    { at: now, kind: 'console', direction: 'in', text: 'Player #3 Bob connected' },
    { at: now, kind: 'admin', admin: 1, did: 'message-private', to: ada.name, text: 'x', ip: null },
    leaves(unnamed),
    joins({ ...ada, bohemiaId: unnamed.bohemiaId }),
  );
  const { db, secrets, settings } = test.deps;
  adaId = await personOf(db, formerId);
  adaIds = await idsOf(db, formerId);
  expect(adaIds).toHaveLength(2);
  const context = { db, secrets, publish, now, settings };
  const by = { muster_id: issuer, display_name: 'Owner', at: now };
  for (const [id, player_id, comment] of [
    [hex('a'), adaId, 'canary in a note'],
    [hex('b'), bobId, 'a note about Bob'],
    [hex('f'), adaId, 'canary in a removed note'],
  ] as const) {
    const place = { resource: 'notes', server_id: server, id } as const;
    await addRow(context, place, { player_id, comment }, by);
  }
  const removed = { resource: 'notes', server_id: server, id: hex('f') } as const;
  await db.transaction().execute((trx) => markRemoved(trx, removed, now));
  const [id, request] = [hex('d'), { action: 1, command: 'players' } as const];
  const address = '203.0.113.9';
  const of = { accountId: issuer, serverId: server, by: null };
  const asked = { ...of, id, requestId: hex('e'), request, address };
  await askAction(db, secrets, asked);
  const answer = { ok: true, answer: '1 Ada Lovelace' } as const;
  await db.transaction().execute((trx) => endAction(trx, id, answer));
  await sql`
    insert into steam_accounts (steam_id, state, persona, due_at)
    values (${STEAM_ID}, 'public', ${ada.name}, 0)
  `.execute(db);
  await sql`update play_sessions set steam_id = ${STEAM_ID} where name = ${ada.name}`.execute(db);
  await sql`
    insert into statistic_zones (muster_id, server_id, zone) values (${formerId}, ${server}, 'Head')
  `.execute(db);
  await sql`
    insert into statistic_weapons (muster_id, server_id, weapon) values (${formerId}, ${server}, '')
  `.execute(db);
  const streams = (['list', 'feed', 'console'] as const).map((one) => serverStream(server, one));
  await runBatch(db, statisticsReactor, streams, 250);
  await runBatch(db, historyReactor, streams, 250);
}

/** Every row of every table, as text. */
async function everything(): Promise<readonly string[]> {
  const { db } = test.deps;
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1
  `.execute(db);
  const found: string[] = [];
  for (const { name } of rows) {
    const table = await sql<{
      text: string;
    }>`select t::text as text from ${sql.table(name)} t`.execute(db);
    found.push(...table.rows.map(({ text }) => `${name} ${text}`));
  }
  return found;
}

const holding = (rows: readonly string[], texts: readonly (string | null)[]) =>
  rows.filter((row) =>
    texts.some((text) => text !== null && row.toLowerCase().includes(text.toLowerCase())),
  );

const tableOf = (row: string) => row.split(' ')[0];

/** What the command says, or why it cannot be run. */
async function say(answer: string, ...args: readonly string[]): Promise<string> {
  const { db, secrets } = test.deps;
  const settings = readSettings({}, '/');
  const installation = {
    settings,
    db,
    secrets,
    reach: async () => undefined,
    portal: 'http://127.0.0.1',
  };
  const lines: string[] = [];
  const terminal = { say: (line: string) => void lines.push(line), ask: async () => answer };
  try {
    await adminErase(args, installation, terminal, now);
    return lines.join('\n');
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

/** As the host does when it hears of it. */
async function hostHears(): Promise<void> {
  for (const id of adaIds) writer.erase(id);
  await writer.idle();
}

const TABLES = [
  'players',
  'play_sessions',
  'event_personal',
  'feed_texts',
  'resource_rows',
  'action_requests',
  'paged_audit',
  'steam_accounts',
];

it('leaves nothing of them in any table, and everybody else as they were', async () => {
  const before = await everything();
  for (const table of TABLES) {
    expect(holding(before, OF_ADA).filter((row) => row.startsWith(table))).not.toEqual([]);
  }
  expect(holding(before, [adaId]).some((row) => row.startsWith('statistic_'))).toBe(true);
  expect(await say('', adaId, '--yes')).toContain(`${adaId} is erased`);
  await hostHears();
  const after = await everything();
  expect(holding(after, OF_ADA)).toEqual([]);
  const tables = ['statistic_', 'persons', 'person_joins', 'players', 'play_sessions'];
  const left = holding(after, adaIds).filter((row) =>
    tables.some((table) => row.startsWith(table)),
  );
  expect(left).toEqual([]);
  const ofBob = (rows: readonly string[]) =>
    holding(rows, [bobId, bob.name, bob.guid]).filter((row) => !row.startsWith('event_log'));
  expect(ofBob(after)).toEqual(ofBob(before));
});

it('is told by the streams, and whoever is on a server keeps what the game tells from then on', async () => {
  await say('', adaId, '--yes');
  await hostHears();
  const { rows } = await sql<{ event: string; data: { row?: object; player?: object } }>`
    select distinct on (stream) event, data from event_log
    where event in ('row:put', 'gsm:player:create') and stream not like '%audit'
    order by stream, seq desc
  `.execute(test.deps.db);
  expect(rows).toEqual([
    {
      event: 'gsm:player:create',
      data: expect.objectContaining({ player: expect.objectContaining({ muster_id: null }) }),
    },
    {
      event: 'row:put',
      data: expect.objectContaining({ row: expect.objectContaining({ id: hex('a') }) }),
    },
  ]);
  await told(leaves(ada));
  expect(holding(await everything(), OF_ADA)).toEqual([]);
  await told(joins(ada));
  expect(await playerNamed(ada.name)).not.toBe(adaId);
});

it('goes on where it ended before its end', async () => {
  const { db, secrets } = test.deps;
  const killed = new Error('killed');
  for (let at = 0, ended: unknown = killed; ended === killed; at += 1) {
    let left = at;
    const fall = () => {
      left -= 1;
      if (left < 0) throw killed;
    };
    ended = await erasePerson({ db, secrets, publish, now }, adaId, fall).catch(
      (error: unknown) => error,
    );
    expect([undefined, killed]).toContain(ended);
  }
  await hostHears();
  expect(holding(await everything(), OF_ADA)).toEqual([]);
});

it('takes as many batches as there are rows, and says how far it is', async () => {
  const { db, secrets } = test.deps;
  const many = async (subject: string, text: string) => {
    await sql`
      insert into event_personal (stream, seq, subject, data)
      select 'server/old/feed', n, ${subject}, ${JSON.stringify({ entry: { text } })}::json
      from generate_series(1, 4500) n
    `.execute(db);
  };
  await many(adaId, 'canary');
  await many('', 'canary for the Countess');
  await many(bobId, 'hello');
  const counts: number[] = [];
  await erasePerson({ db, secrets, publish, now }, adaId, (_, count) => void counts.push(count));
  expect(Math.max(...counts)).toBe(2_000);
  expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThan(9_000);
  await hostHears();
  const rows = await everything();
  expect(holding(rows, OF_ADA)).toEqual([]);
  expect(holding(rows, ['server/old/feed'])).toHaveLength(4_500);
});

it('is in the audit by ids alone, and the chain holds', async () => {
  await say('', formerId, '--yes');
  const { db, secrets } = test.deps;
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'player.erase')
    .execute();
  expect(rows).toMatchObject([
    { actor: null, resource: 'host', detail: JSON.stringify({ muster_id: adaId }) },
  ]);
  expect(await verifyAudit(db, secrets)).toMatchObject({ broken: null });
});

it('takes what was told of them while they were shown as another, and nothing of that one', async () => {
  const { db } = test.deps;
  const join = { one: adaId, other: bobId, kind: 'hand' } as const;
  await db.transaction().execute((trx) => joinPersons(trx, join, now));
  await writer.readPersons();
  await writer.idle();
  const shown = await personOf(db, bobId);
  expect(holding(await everything(), [shown]).map(tableOf)).toContain('event_log');
  const { id } = await db
    .selectFrom('person_joins')
    .select('id')
    .where('kind', '=', 'hand')
    .executeTakeFirstOrThrow();
  await db.transaction().execute((trx) => undoJoin(trx, id, now, null));
  const before = holding(await everything(), OF_ADA);
  await say('', bobId, '--yes');
  writer.erase(bobId);
  await writer.idle();
  const after = await everything();
  expect(holding(after, [bob.name, bob.guid, 'hello'])).toEqual([]);
  expect(holding(after, OF_ADA)).toEqual(before);
});

it('asks for the id again, and refuses what is nobody', async () => {
  const before = await everything();
  expect(await say(bobId, adaId)).toBe('That is another id. Nothing was erased.');
  expect(await say('', hex('f'), '--yes')).toBe(
    `There is no player with the id ${hex('f')}. Check it.`,
  );
  expect(await say('', '--yes')).toContain('Give the id of one person');
  expect(await say('', ada.name, '--yes')).toBe(
    'There is no player with the id Ada Lovelace. Check it.',
  );
  expect(await everything()).toEqual(before);
  const said = await say(ada.guid ?? '', ada.guid ?? '');
  expect(said).toContain('Uploaded files that name them, which go too: 0.');
  expect(said).toContain(`${adaId} is erased`);
});

it('of an account goes what is kept of its acts, and the account stays', async () => {
  const { db, secrets } = test.deps;
  const app = await createTestApp(test.deps);
  const { id } = await createTestAccount(app, test.deps);
  await app.close();
  await db.updateTable('accounts').set({ display_name: 'Grace' }).where('id', '=', id).execute();
  await change({ db, secrets, publish, now }, async (made) => {
    made.audit({ actor: id, resource: `server/${server}`, action: 'servers.edit' });
  });
  const by = { muster_id: id, display_name: 'Grace', at: now };
  const place = { resource: 'notes', server_id: server, id: hex('c') } as const;
  const values = { player_id: bobId, comment: 'about Bob' };
  await addRow({ db, secrets, publish, now, settings: test.deps.settings }, place, values, by);
  const tables = () => everything().then((rows) => holding(rows, ['Grace']).map(tableOf));
  expect(await tables()).toEqual([
    'accounts',
    'event_personal',
    'event_personal',
    'paged_audit',
    'resource_rows',
  ]);
  expect(await say('', id, '--yes')).toContain('stays');
  expect(await tables()).toEqual(['accounts']);
  expect(holding(await everything(), ['about Bob']).map(tableOf)).toContain('resource_rows');
});

it('says no name in a way that a terminal would obey', async () => {
  const name = 'Eve\u001b[2J\u009b2J\u202e';
  await told(joins({ ...bob, key: '4', name, guid: 'e0e0'.repeat(8) }));
  const said = await say('', await playerNamed(name), '--yes');
  expect(said).toContain('the player Eve\ufffd[2J\ufffd2J\ufffd.');
});

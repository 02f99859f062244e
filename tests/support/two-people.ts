/** Two people on one server, and all that hosts write of them: what an erasure takes, and what an export tells. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import { askAction, endAction } from '../../src/host/actions/requests.ts';
import type { GameFact, SeenPlayer } from '../../src/host/connectors/contract.ts';
import { historyReactor } from '../../src/host/history/reactor.ts';
import { idsOf, personOf } from '../../src/host/identity/persons.ts';
import { createLogger } from '../../src/host/logger.ts';
import { runBatch } from '../../src/host/reactors/batch.ts';
import { publish } from '../../src/host/realtime/log.ts';
import { markRemoved } from '../../src/host/resources/rows.ts';
import { addRow } from '../../src/host/resources/write.ts';
import { beat, takeLeases } from '../../src/host/servers/leases.ts';
import type { ServerRuntime } from '../../src/host/servers/server-runtime.ts';
import { TickWriter } from '../../src/host/servers/tick-writer.ts';
import { statisticsReactor } from '../../src/host/statistics/reactor.ts';
import type { Database } from '../../src/host/store/database.ts';
import { serverStream } from '../../src/protocol/streams.ts';
import { createTestDeps, type TestDeps } from './host.ts';
import { runStored, storeServer } from './stored-server.ts';

export const hex = (digit: string) => digit.repeat(24);
export const [server, host, issuer] = [hex('1'), hex('2'), hex('3')];
export const ada: SeenPlayer = {
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
export const unnamed = {
  ...ada,
  key: '2',
  name: 'Countess',
  guid: null,
  bohemiaId: 'ada-of-bohemia',
};
export const bob = { ...ada, key: '3', name: 'Bob', guid: 'b0b0'.repeat(8), ip: '198.51.100.8' };
export const OF_ADA = [ada.name, ada.guid, ada.ip, unnamed.name, unnamed.bohemiaId, 'canary'];

export interface TwoPeople {
  readonly test: TestDeps;
  readonly writer: TickWriter;
  readonly now: number;
  readonly adaId: string;
  readonly bobId: string;
  /** Ada, before anybody knew. */
  readonly formerId: string;
  readonly adaIds: readonly string[];
  /** Tells what the game said, and waits until it is written. */
  readonly told: (...facts: readonly GameFact[]) => Promise<void>;
  readonly playerNamed: (name: string) => Promise<string>;
}

/** Starts a host's writer, and lets both live. */
export async function twoPeople(): Promise<TwoPeople> {
  const test = await createTestDeps();
  const { db, clock } = test.deps;
  const now = clock();
  const runtimes = new Map<string, ServerRuntime>();
  await storeServer(db, server);
  await beat(db, host);
  await takeLeases(db, host, [server]);
  const [log, watches] = [createLogger('silent'), { watched: () => false }];
  const writer = new TickWriter({ db, hostId: host, clock, log, watches, runtimes });
  await writer.readPersons();
  const onLost = () => {
    throw new Error('lost');
  };
  const here = { db, id: server, clock, writer, runtimes, roster: () => [ada], onLost };
  const { hear } = await runStored(here);
  const told = async (...facts: readonly GameFact[]) => {
    for (const fact of facts) hear(fact);
    await writer.idle();
  };
  const playerNamed = async (name: string) =>
    (
      await db
        .selectFrom('players')
        .select('muster_id')
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
    ).muster_id;
  const people = await live({ test, now, told, playerNamed });
  return { test, writer, now, told, playerNamed, ...people };
}

export const joins = (player: SeenPlayer, at: number) =>
  ({ at, kind: 'join', player, seen: 'live' }) as const;
export const leaves = (player: SeenPlayer, at: number) =>
  ({ at, kind: 'leave', player, seen: 'live' }) as const;
const says = (player: SeenPlayer, text: string, at: number): GameFact => {
  return { at, kind: 'chat', channel: 'Global', player, name: player.name, text };
};

const STEAM_ID = '76561198000000042';

/** What two people do on a server, as hosts write it. */
async function live({
  test,
  now,
  told,
  playerNamed,
}: Pick<TwoPeople, 'test' | 'now' | 'told' | 'playerNamed'>): Promise<
  Pick<TwoPeople, 'adaId' | 'bobId' | 'formerId' | 'adaIds'>
> {
  await told(joins(ada, now), says(ada, 'canary in the chat', now), leaves(ada, now));
  await told(joins(unnamed, now), joins(bob, now), says(bob, 'hello', now));
  const [formerId, bobId] = [await playerNamed(unnamed.name), await playerNamed(bob.name)];
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
    leaves(unnamed, now),
    joins({ ...ada, bohemiaId: unnamed.bohemiaId }, now),
  );
  const { db, secrets, settings } = test.deps;
  const adaId = await personOf(db, formerId);
  const adaIds = await idsOf(db, formerId);
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
  return { adaId, bobId, formerId, adaIds };
}

/** Every row of every table, as text. */
export async function everything(db: Database): Promise<readonly string[]> {
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

export const holding = (rows: readonly string[], texts: readonly (string | null)[]) =>
  rows.filter((row) =>
    texts.some((text) => text !== null && row.toLowerCase().includes(text.toLowerCase())),
  );

export const tableOf = (row: string) => row.split(' ')[0];

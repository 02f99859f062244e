/** Servers of a database, and one that runs here whose connector says what a test makes it say. */
import { sql } from 'kysely';
import type { GameConnector, GameFact, SeenPlayer } from '../../src/host/connectors/contract.ts';
import { newServer } from '../../src/host/servers/add.ts';
import { LiveServer } from '../../src/host/servers/live-server.ts';
import { ServerRuntime } from '../../src/host/servers/server-runtime.ts';
import { readServers } from '../../src/host/servers/snapshots.ts';
import type { TickWriter } from '../../src/host/servers/tick-writer.ts';
import type { Database } from '../../src/host/store/database.ts';

/** Puts a server into the database, as it is when it was added. `owner`: an account, where that matters. */
export async function storeServer(db: Database, id: string, owner = id): Promise<void> {
  const { state, population, environment, deployment } = newServer(0);
  await sql`
    insert into servers (id, owner, identifier, game, timezone, created_at, host, host_key, game_port,
      rcon_port, sealed_password, actions, state, population, environment, deployment)
    values (${id}, ${owner}, 'x', 1, 'UTC', 0, ${id}, ${id}, 1, 2, '', '{}', ${JSON.stringify(state)},
      ${JSON.stringify(population)}, ${JSON.stringify(environment)}, ${JSON.stringify(deployment)})
  `.execute(db);
}

export interface RunsHere {
  readonly db: Database;
  readonly id: string;
  readonly clock: () => number;
  readonly writer: TickWriter;
  readonly runtimes: Map<string, ServerRuntime>;
  /** Who is on it, as its connector has them. */
  readonly roster: () => readonly SeenPlayer[];
  /** It cannot go on. */
  readonly onLost?: () => void;
}

/** Runs a stored server; `hear` is what its connector tells. */
export async function runStored(here: RunsHere) {
  const { db, id, clock, writer, runtimes, roster } = here;
  const { onLost = () => undefined } = here;
  const [read] = await db.transaction().execute((trx) => readServers(trx, [id]));
  let hear: (fact: GameFact) => void = () => undefined;
  const runtime: ServerRuntime = new ServerRuntime(
    {
      live: new LiveServer(read!.snapshot, read!.sessions),
      targetVersion: 1,
      tick: 0,
      epoch: 1,
      clock,
    },
    (onFact) => {
      hear = onFact;
      const connector = { start: () => undefined, stop: async () => undefined, roster };
      return connector as unknown as GameConnector;
    },
    { onWaiting: () => writer.write(runtime), onLost },
  );
  runtimes.set(id, runtime);
  runtime.start();
  return { runtime, hear: (fact: GameFact) => hear(fact) };
}

import type { ConnectorTarget } from '../connectors/contract.ts';
import {
  isFiltered,
  SERVER_STREAM,
  serverStream,
  type ServerStream,
} from '../../protocol/streams.ts';
import { atOneMoment, type Database } from '../store/database.ts';
import { everJoined } from '../identity/persons.ts';
import type { Secrets } from '../store/secrets/secrets.ts';
import { storedTarget } from './connection.ts';
import type { Lease } from './leases.ts';
import { LiveServer } from './live-server.ts';
import { readServers } from './snapshots.ts';
import { tellStep } from './tell-server.ts';

/** A server as a host takes it over. */
export interface OpenedServer {
  readonly live: LiveServer;
  readonly target: ConnectorTarget;
  readonly privateAddress: boolean;
  readonly targetVersion: number;
  readonly tick: number;
  readonly epoch: number;
  /** Players on it who may have become another person while no host ran it. */
  readonly joined: ReadonlySet<string>;
}

/**
 * Reads a server that this host has just taken, with the play sessions that an earlier host left open, and
 * tells the steps of the deployment that are done with it. null where it is gone.
 */
export async function openRuntime(
  db: Database,
  { id: serverId, epoch }: Pick<Lease, 'id' | 'epoch'>,
  secrets: Secrets,
  clock: () => number,
  hostId: string,
): Promise<OpenedServer | null> {
  const streams = (Object.keys(SERVER_STREAM) as ServerStream[])
    .filter((audience) => !isFiltered(audience))
    .map((audience) => serverStream(serverId, audience));
  await db
    .insertInto('streams')
    .values(streams.map((stream) => ({ stream, head: 0 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const [read] = await atOneMoment(db, (trx) => readServers(trx, [serverId]));
  if (read === undefined) return null;
  const live = new LiveServer(read.snapshot, read.sessions, read.row.unheard_since);
  const present = read.sessions.flatMap(({ muster_id }) => muster_id ?? []);
  const region = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const done = (step: Parameters<typeof tellStep>[1], detail: string) =>
    tellStep(live, step, 'done', detail, clock());
  done('data-store-populated', 'The database is ready for its events.');
  done('region-selected', `The region of this host: ${region}.`);
  done('cloud-node-selected', `Host ${hostId.slice(-6)} takes the server.`);
  done('node-slot-reserved', 'A host runs the server.');
  return {
    live,
    target: storedTarget(read.row, secrets),
    privateAddress: read.row.private_address,
    targetVersion: read.row.target_version,
    tick: read.row.tick,
    epoch,
    joined: await everJoined(db, present),
  };
}

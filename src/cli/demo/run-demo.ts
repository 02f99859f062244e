import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { startHost } from '../../host/host.ts';
import { createLogger } from '../../host/logger.ts';
import { publish } from '../../host/realtime/log.ts';
import { createServer } from '../../host/servers/add.ts';
import { recordPast } from '../../host/servers/population-history.ts';
import { readSettings, type Settings } from '../../host/settings.ts';
import { openDatabase, type Database, type DatabaseConnection } from '../../host/store/database.ts';
import { startPostgres } from '../../host/store/embedded/postgres.ts';
import { migrate } from '../../host/store/migrations/migrate.ts';
import { loadSecretKey } from '../../host/store/secrets/secret-key.ts';
import { secretsOf, type Secrets } from '../../host/store/secrets/secrets.ts';
import { Teardown } from '../../host/teardown.ts';
import { DEMO_ACCOUNT } from '../../protocol/account/demo.ts';
import { GAME } from '../../protocol/enumerations.ts';
import { fleetOf } from './all-of-dayz.ts';
import type { DemoArguments } from './arguments.ts';
import { makeCommunity } from './community.ts';
import { aheadOfUtc, wantToPlay } from './busy.ts';
import { LARGE_FLEET, type FleetAddress } from './fleet-messages.ts';
import type { FleetServer } from './fleet-server.ts';
import { pastWeeks } from './history.ts';
import { openStays } from './open-stays.ts';
import { letIn, makePeople, type DemoPeople } from './people.ts';
import { planRestarts } from './planned.ts';
import { startFleet } from './start-fleet.ts';
import { makeDemoFolder, removeDemoFolder, sweepDemoFolders } from './temporary-data.ts';

const projectDir = resolve(import.meta.dirname, '../../..');
/** Nothing here is worth waiting for a disk. */
const HASTY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** A demo that runs. */
export interface RunningDemo {
  readonly address: string;
  /** How many connections are open: pages that look at it. */
  connections(): Promise<number>;
  /** Its game servers are gone: there is nothing to look at any more. */
  readonly over: Promise<void>;
  stop(): Promise<void>;
}

/** Starts a Muster of its own with a simulated fleet; whatever it keeps goes when it stops. */
export async function startDemo(
  { servers, port, back }: DemoArguments,
  environment: NodeJS.ProcessEnv,
): Promise<RunningDemo> {
  const teardown = new Teardown();
  const ended = new AbortController();
  try {
    const dataDir = await makeDemoFolder();
    teardown.add(() => removeDemoFolder(dataDir));
    const sweeping = sweepDemoFolders(dataDir);
    teardown.add(() => sweeping);
    const settings = { ...settingsOf(environment, port, dataDir), demo: { back } };
    const log = createLogger(settings.logLevel);
    const fleet = fleetOf(servers);
    const large = fleet.length > LARGE_FLEET;
    const password = randomBytes(12).toString('base64url');
    const [simulated, postgres] = await Promise.all([
      startFleet({ servers: fleet.map(asOfNow), password, speed: 1 }).then((started) => {
        teardown.add(() => started.stop());
        return started;
      }),
      startPostgres({ dataDir, log, settings: HASTY }).then((started) => {
        teardown.add(() => started.stop());
        return started;
      }),
    ]);
    const { connection } = postgres;
    const secrets = secretsOf(await loadSecretKey(dataDir));
    const ids = await withDatabase(connection, async (db) => {
      await migrate(db);
      const people = await makePeople(db, secrets, Date.now());
      const furnished = { db, secrets, settings, people, password };
      const made = await furnish(furnished, fleet, simulated.addresses);
      if (!large) await planRestarts({ db, secrets, publish, settings }, fleet, made);
      const context = { db, secrets, publish, settings, clock: Date.now };
      await makeCommunity(context, people, fleet, made);
      if (!large) await fillPast(db, fleet, made, ended.signal);
      return made;
    });
    const portalDir = resolve(projectDir, 'dist/portal');
    const host = await startHost({ settings, connection, log, portalDir, clock: Date.now });
    teardown.add(() => host.stop());
    if (large) {
      const filling = withDatabase(connection, (db) => fillPast(db, fleet, ids, ended.signal));
      teardown.add(() => {
        ended.abort();
        return filling;
      });
    }
    const { address } = host;
    return {
      address,
      connections: () => host.connections(),
      over: simulated.ended,
      stop: () => teardown.run(),
    };
  } catch (error) {
    await teardown.run();
    throw error;
  }
}

/** What holds of the environment for a demo: where it listens, how much it logs, and who reads its metrics. */
function settingsOf(environment: NodeJS.ProcessEnv, port: string | undefined, dataDir: string) {
  const { HOST, PORT, MUSTER_ORIGIN, MUSTER_TRUST_PROXY, MUSTER_METRICS_TOKEN, LOG_LEVEL } =
    environment;
  return readSettings(
    {
      HOST,
      PORT: port ?? PORT,
      MUSTER_ORIGIN,
      MUSTER_TRUST_PROXY,
      MUSTER_METRICS_TOKEN,
      MUSTER_DATA: dataDir,
      MUSTER_SIGNUP: 'closed',
      LOG_LEVEL: LOG_LEVEL ?? 'error',
    },
    projectDir,
  );
}

async function withDatabase<T>(
  connection: DatabaseConnection,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const open = openDatabase({
    connection,
    max: 2,
    onIdleError: (error) => console.error(error.message),
  });
  try {
    return await work(open.db);
  } finally {
    await open.close();
  }
}

/** Puts the fleet into the portal: before the host runs, so that all begins at once. */
async function furnish(
  {
    db,
    secrets,
    settings,
    people,
    password,
  }: {
    readonly db: Database;
    readonly secrets: Secrets;
    readonly settings: Settings;
    readonly people: DemoPeople;
    readonly password: string;
  },
  fleet: readonly FleetServer[],
  addresses: readonly FleetAddress[],
): Promise<readonly string[]> {
  const owner = { id: people.owner, displayName: DEMO_ACCOUNT.owner.displayName };
  const ids: string[] = [];
  for (const [index, server] of fleet.entries()) {
    const address = addresses[index];
    if (address === undefined) throw new RangeError(`${server.identifier} has no address.`);
    const known = server.trouble === 'password-refused' ? 'of last month' : password;
    const given = {
      identifier: server.identifier,
      game: GAME[server.game],
      timezone: server.timezone,
      host: address.host,
      private_address: true,
      game_port: address.gamePort,
      query_port: address.queryPort,
      rcon_port: address.rconPort,
      rcon_password: address.rconPort === null ? null : known,
    };
    const id = await createServer({ db, secrets, publish, settings }, owner, given, Date.now());
    await openStays(db, id, address.players, Date.now());
    ids.push(id);
  }
  await letIn(db, people, ids, Date.now());
  return ids;
}

/** The server with as many players as this hour brings. */
function asOfNow(server: FleetServer): FleetServer {
  const now = Date.now();
  return { ...server, players: Math.round(wantToPlay(server, now, aheadOfUtc(server, now))) };
}

/** Server by server, until a demo that ends asks to leave it. */
async function fillPast(
  db: Database,
  fleet: readonly FleetServer[],
  ids: readonly string[],
  ended: AbortSignal,
): Promise<void> {
  const now = Date.now();
  for (const [index, server] of fleet.entries()) {
    if (ended.aborted) return;
    await recordPast(db, ids[index] ?? '', pastWeeks(server, now), now);
  }
}

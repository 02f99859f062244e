import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { HANDLERS } from '../../src/host/features.ts';
import { createApp } from '../../src/host/http/app.ts';
import { registerCalls } from '../../src/host/http/route.ts';
import type { AppDeps } from '../../src/host/http/app.ts';
import type { HostDeps, HttpSettings } from '../../src/host/calls/deps.ts';
import { startLive, type Live } from '../../src/host/live.ts';
import type { OwnListPace } from '../../src/host/doors/own-lists.ts';
import { createLogger } from '../../src/host/logger.ts';
import { publish } from '../../src/host/realtime/log.ts';
import { openDatabase } from '../../src/host/store/database.ts';
import { migrate } from '../../src/host/store/migrations/migrate.ts';
import { secretsOf } from '../../src/host/store/secrets/secrets.ts';
import { createMigratedDatabase, type TestDatabase } from './database.ts';
import { featureDepsOf } from './features.ts';
import type { TestBrowser } from './host.ts';
import { SocketClient } from './socket-client.ts';
import { STORAGE_RULE } from './storage-rule.ts';

/** A host in this process, with everything that lives between requests, on a port of its own. */
export interface LiveHost {
  readonly app: FastifyInstance;
  readonly deps: HostDeps;
  readonly live: Live;
  readonly database: TestDatabase;
  /** Every line that was logged. */
  readonly logged: string[];
  /** A socket with the cookies of a browser; it has not said hello. */
  connect(browser: TestBrowser): SocketClient;
  /** A socket of the paired screen that a browser is. */
  connectDisplay(browser: TestBrowser): SocketClient;
  /** Ends the host; a database that it made goes with it. */
  stop(): Promise<void>;
}

/**
 * Starts a host, on an empty database or beside another on that one's. `alone`: it takes the other for dead.
 */
export async function startLiveHost(
  beside?: Pick<LiveHost, 'database'>,
  alone = false,
  settings: Partial<HttpSettings> = {},
  clock: () => number = Date.now,
  ownListPace: Partial<OwnListPace> = {},
): Promise<LiveHost> {
  const database = beside?.database ?? (await createMigratedDatabase());
  const open = openDatabase({ connection: database.connection, onIdleError: () => undefined });
  await migrate(open.db);
  const logged: string[] = [];
  const basic: AppDeps = {
    db: open.db,
    clock,
    log: createLogger('debug', { write: (line: string) => logged.push(line) }),
    settings: {
      origin: undefined,
      apiOrigin: undefined,
      signUp: 'open',
      sessionDays: 30,
      playSessionDays: 90,
      feedDays: 30,
      ...STORAGE_RULE,
      freeJobs: 5,
      freeMessages: 5,
      freeWebhooks: 1,
      scheduleLate: 120,
      smtpUrl: undefined,
      trustProxy: false,
      metricsToken: undefined,
      logRoot: undefined,
      steamKey: undefined,
      vpnData: undefined,
      asnData: undefined,
      steamApi: 'https://api.steampowered.com',
      host: '127.0.0.1',
      privateAddresses: undefined,
      demo: null,
      ...settings,
    },
    secrets: secretsOf(Buffer.alloc(32, 7)),
    publish,
    metrics: new Registry(),
    portalOrigin: () => 'http://127.0.0.1:7070',
  };
  const features = featureDepsOf({ deps: basic, connection: database.connection });
  // What a game tells is told at the time of this host.
  const ports = { ...features.ports, clock: { ...features.ports.clock, now: clock } };
  const deps = { ...features, ports };
  const app = await createApp(deps);
  registerCalls(app, deps, HANDLERS);
  const live = await startLive({
    ...deps,
    pool: open.pool,
    build: 'test',
    ownListPace,
    alone,
  });
  live.serve(app.server);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const clients: SocketClient[] = [];
  const connect = (browser: TestBrowser, path: string) => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const client = new SocketClient(`ws://127.0.0.1:${port}${path}`, { cookie });
    clients.push(client);
    return client;
  };
  return {
    app,
    deps,
    live,
    database,
    logged,
    connect: (browser) => connect(browser, '/connect'),
    connectDisplay: (browser) => connect(browser, '/connect/display'),
    async stop() {
      for (const client of clients) client.kill();
      await live.stop();
      await app.close();
      await open.close();
      if (beside === undefined) await database.drop();
    },
  };
}

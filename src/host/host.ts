import { randomBytes } from 'node:crypto';
import type { AddressInfo, Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { isFounded } from './account/founding.ts';
import { argon2Hashing } from './account/hashing.ts';
import { setupCode } from './account/setup-code.ts';
import { PendingOutcomes } from './actions/pending-outcomes.ts';
import { addressOf } from './address.ts';
import { beginKeyedAudit } from './audit/append.ts';
import { Background } from './background.ts';
import { forkDemo } from './demo/fork-demo.ts';
import { offerDemo } from './demo/offered-demo.ts';
import { Countries } from './doors/countries.ts';
import { VpnLists } from './doors/vpn-lists.ts';
import { HANDLERS, type FeatureDeps } from './features.ts';
import { addressRule } from './connectors/address-rule.ts';
import { systemPorts } from './connectors/udp.ts';
import { createApp } from './http/app.ts';
import { registerCalls } from './http/route.ts';
import { buildHash } from './http/portal.ts';
import { startLive } from './live.ts';
import { startMailer } from './mail/mailer.ts';
import { publish } from './realtime/log.ts';
import { SettingError, type Settings } from './settings.ts';
import { openDatabase, type DatabaseConnection, type Database } from './store/database.ts';
import { systemErrorCode } from './store/embedded/errors.ts';
import { migrate } from './store/migrations/migrate.ts';
import { checkSecretKey, loadSecretKey } from './store/secrets/secret-key.ts';
import { secretsOf } from './store/secrets/secrets.ts';
import { Teardown } from './teardown.ts';
import { sweepOutbox } from './mail/outbox.ts';
import { sweepSessions } from './identity/sessions.ts';
import { sweepAttempts } from './identity/lock-out.ts';
import { sweepLinks } from './account/single-use-links.ts';

const SWEEP_MS = 3_600_000;

export interface HostOptions {
  readonly settings: Settings;
  readonly connection: DatabaseConnection;
  readonly log: Logger;
  /** The folder of the built portal. */
  readonly portalDir: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** The built `muster` command, which the demo is started by; without one, none is offered. */
  readonly program?: string;
}

export interface RunningHost {
  /** Where it listens, as an address for this machine's browser. */
  readonly address: string;
  /** What founding asks for from elsewhere; null once the founding account exists. */
  readonly setupCode: string | null;
  /** How many connections are open: pages and scripts that look at it. */
  connections(): Promise<number>;
  /** Takes nothing more, finishes what is under way, and closes everything. */
  stop(): Promise<void>;
}

/** Wires a host over a database, and starts it: the list of everything that runs in it. */
export async function startHost(options: HostOptions): Promise<RunningHost> {
  const { settings, connection, log, portalDir, clock } = options;
  const teardown = new Teardown();
  try {
    const database = openDatabase({
      connection,
      onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
    });
    const { db } = database;
    teardown.add(() => database.close());
    const migrations = await migrate(db);
    if (migrations.length > 0) log.info({ migrations }, 'the database was brought up to date');
    const secrets = secretsOf(await loadSecretKey(settings.dataDir));
    await checkSecretKey(db, secrets);
    await beginKeyedAudit(db, secrets, clock());

    const metrics = new Registry();
    collectDefaultMetrics({ register: metrics });
    const background = new Background(log);
    const smtp = { smtpUrl: settings.smtpUrl, from: settings.mailFrom };
    const mailer = startMailer({ db, secrets, clock, log, ...smtp });
    teardown.add(() => mailer.stop());
    teardown.add(() => background.idle());
    let address = '';
    const { program } = options;
    const offeredDemo =
      program === undefined
        ? null
        : offerDemo(
            () => forkDemo(program, settings.host, address),
            (milliseconds, run) => void setTimeout(run, milliseconds).unref(),
          );
    const deps: FeatureDeps = {
      db,
      clock,
      log,
      settings,
      secrets,
      publish,
      metrics,
      background,
      hashing: await argon2Hashing(randomBytes(32).toString('base64')),
      wakeMailer: () => mailer.wake(),
      offeredDemo,
      portalOrigin: () => settings.origin ?? address,
      connection,
      ports: systemPorts,
      addressRule: addressRule(settings),
      waiting: new PendingOutcomes(),
      countries: new Countries(settings.countryData, log),
      vpnLists: new VpnLists(
        { list: settings.vpnData, systems: settings.asnData },
        { log, clock: Date.now },
      ),
    };
    const app = await createApp({ ...deps, log }, { portalDir });
    registerCalls(app, deps, HANDLERS);
    teardown.add(() => app.close());
    const live = await startLive({
      ...deps,
      pool: database.pool,
      build: (await buildHash(portalDir)) ?? 'unbuilt',
      // The embedded database belongs to one process, by the lock of its folder.
      alone: settings.databaseUrl === undefined,
    });
    teardown.add(() => live.stop());
    live.serve(app.server);

    const sweep = () => background.run('sweep', () => sweepAccounts(db, clock()));
    const sweeping = setInterval(sweep, SWEEP_MS);
    teardown.add(async () => clearInterval(sweeping));

    // Before the calls end: one of them may wait for it.
    teardown.add(async () => offeredDemo?.stop());
    await listen(app, settings);
    address = addressOf(settings.host, (app.server.address() as AddressInfo).port);
    mailer.wake();
    return {
      address,
      setupCode: (await isFounded(db)) ? null : setupCode(secrets),
      connections: () => openConnections(app.server),
      stop: () => teardown.run(),
    };
  } catch (error) {
    await teardown.run();
    throw error;
  }
}

function openConnections(server: Server): Promise<number> {
  return new Promise((counted, failed) => {
    server.getConnections((error, count) => (error === null ? counted(count) : failed(error)));
  });
}

/** Listens where the settings say. Throws `SettingError` where `HOST` is no name that can be looked up. */
async function listen(app: FastifyInstance, { host, port }: Settings): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    const code = systemErrorCode(error);
    if (code !== 'ENOTFOUND' && code !== 'EAI_AGAIN') throw error;
    throw new SettingError(
      'HOST',
      `The name in HOST ('${host}') cannot be looked up: set HOST to an IP address of this machine.`,
    );
  }
}

/** Forgets what has expired: sessions, links, attempts to sign in, mails. Run it now and then. */
async function sweepAccounts(db: Database, now: number): Promise<void> {
  await sweepSessions(db, now);
  await sweepLinks(db, now);
  await sweepAttempts(db, now);
  await sweepOutbox(db, now);
}

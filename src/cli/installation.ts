import { resolve } from 'node:path';
import { addressOf } from '../host/address.ts';
import { readSettings, type Settings } from '../host/settings.ts';
import { openDatabase, type Database, type DatabaseConnection } from '../host/store/database.ts';
import { attachPostgres } from '../host/store/embedded/attach.ts';
import { EmbeddedPostgresError } from '../host/store/embedded/errors.ts';
import { startPostgres } from '../host/store/embedded/postgres.ts';
import { migrate } from '../host/store/migrations/migrate.ts';
import { checkSecretKey, loadSecretKey } from '../host/store/secrets/secret-key.ts';
import { secretsOf, type Secrets } from '../host/store/secrets/secrets.ts';
import { Teardown } from '../host/teardown.ts';

const projectDir = resolve(import.meta.dirname, '../..');

/** The same database, key and settings as the host's, for a command. */
export interface Installation {
  readonly settings: Settings;
  readonly db: Database;
  /** Looks where the database of a host that was started again listens now, and goes there. */
  readonly reach: () => Promise<void>;
  readonly secrets: Secrets;
  /** What links begin with. */
  readonly portal: string;
}

/**
 * Opens what the settings name, runs the work, and closes it again. Where a host is running on the embedded
 * database it is reached through that; otherwise it is started for the command alone.
 */
export async function withInstallation<T>(
  environment: NodeJS.ProcessEnv,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const settings = readSettings(environment, projectDir);
  const teardown = new Teardown();
  try {
    const { connection, again } = await connect(settings, teardown);
    // What broke while nobody used it is met by the next who does.
    const database = openDatabase({ connection, max: 2, onIdleError: () => undefined });
    const { db } = database;
    const reach = async () => {
      const moved = await again();
      if (moved !== null) database.moveTo(moved);
    };
    teardown.add(() => database.close());
    await migrate(db);
    const secrets = secretsOf(await loadSecretKey(settings.dataDir));
    await checkSecretKey(db, secrets);
    const portal = settings.origin ?? addressOf(settings.host, settings.port);
    return await work({ settings, db, reach, secrets, portal });
  } finally {
    await teardown.run();
  }
}

interface Reached {
  readonly connection: DatabaseConnection;
  /** Where another process' server listens now; null: where it did, or nowhere yet. */
  readonly again: () => Promise<DatabaseConnection | null>;
}

async function connect(settings: Settings, teardown: Teardown): Promise<Reached> {
  const { databaseUrl, dataDir } = settings;
  const stays = async () => null;
  if (databaseUrl !== undefined) {
    return { connection: { connectionString: databaseUrl }, again: stays };
  }
  try {
    const postgres = await startPostgres({ dataDir, log: quiet });
    teardown.add(() => postgres.stop());
    return { connection: postgres.connection, again: stays };
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError) || error.kind !== 'in-use') throw error;
    const first = await attachPostgres(dataDir);
    if (first === null) throw error;
    let attached = first;
    teardown.add(() => attached.close());
    const again = async () => {
      const next = await attachPostgres(dataDir);
      if (next === null) return null;
      await attached.close();
      attached = next;
      return next.connection;
    };
    return { connection: first.connection, again };
  }
}

const quiet = {
  info: () => undefined,
  warn: (message: string) => process.stderr.write(`${message}\n`),
  error: (message: string) => process.stderr.write(`${message}\n`),
};

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
    const database = openDatabase({
      connection: await connect(settings, teardown),
      max: 2,
      onIdleError: (error) => process.stderr.write(`${error.message}\n`),
    });
    const { db } = database;
    teardown.add(() => database.close());
    await migrate(db);
    const secrets = secretsOf(await loadSecretKey(settings.dataDir));
    await checkSecretKey(db, secrets);
    const portal = settings.origin ?? addressOf(settings.host, settings.port);
    return await work({ settings, db, secrets, portal });
  } finally {
    await teardown.run();
  }
}

async function connect(settings: Settings, teardown: Teardown): Promise<DatabaseConnection> {
  const { databaseUrl, dataDir } = settings;
  if (databaseUrl !== undefined) return { connectionString: databaseUrl };
  try {
    const postgres = await startPostgres({ dataDir, log: quiet });
    teardown.add(() => postgres.stop());
    return postgres.connection;
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError) || error.kind !== 'in-use') throw error;
    const attached = await attachPostgres(dataDir);
    if (attached === null) throw error;
    teardown.add(() => attached.close());
    return attached.connection;
  }
}

const quiet = {
  info: () => undefined,
  warn: (message: string) => process.stderr.write(`${message}\n`),
  error: (message: string) => process.stderr.write(`${message}\n`),
};

import { resolve } from 'node:path';
import { startHost } from './host.ts';
import { createLogger } from './logger.ts';
import { plainSentence } from './plain-sentence.ts';
import { readSettings, settingWarnings } from './settings.ts';
import { startPostgres } from './store/embedded/postgres.ts';
import { Teardown } from './teardown.ts';

const projectDir = resolve(import.meta.dirname, '../..');
const portalDir = resolve(projectDir, 'dist/portal');
const program = resolve(projectDir, 'dist/cli/main.js');

/** Runs the host until it is asked to stop. */
async function main(): Promise<void> {
  const settings = readSettings(process.env, projectDir);
  const log = createLogger(settings.logLevel);
  for (const warning of settingWarnings(process.env)) log.warn(warning);
  const teardown = new Teardown();
  const stop = () => {
    teardown.run().catch(fail);
  };
  try {
    const connection =
      settings.databaseUrl === undefined
        ? await embedded(settings.dataDir)
        : { connectionString: settings.databaseUrl };
    const host = await startHost({
      settings,
      connection,
      log,
      portalDir,
      clock: Date.now,
      program,
    });
    teardown.add(() => host.stop());
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
    if (host.setupCode !== null) {
      console.log(
        `Reached from another machine, the first page asks for this code: ${host.setupCode}`,
      );
    }
    console.log(`Muster is ready at ${host.address}`);
  } catch (error) {
    await teardown.run();
    throw error;
  }

  async function embedded(dataDir: string) {
    const postgres = await startPostgres({ dataDir, log });
    teardown.add(() => postgres.stop());
    return postgres.connection;
  }
}

function fail(error: unknown): void {
  console.error(plainSentence(error) ?? error);
  process.exitCode = 1;
}

main().catch(fail);

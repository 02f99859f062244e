import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { EmbeddedPostgresError, systemErrorCode } from './store/embedded/errors.ts';
import { startPostgres } from './store/embedded/postgres.ts';
import { SettingError, readSettings } from './settings.ts';

const projectDir = resolve(import.meta.dirname, '../..');

/** Runs the host until it is asked to stop. */
async function main(): Promise<void> {
  const settings = readSettings(process.env, projectDir);
  const log = { info: console.error, warn: console.error, error: console.error };
  const postgres = await startPostgres({ dataDir: settings.dataDir, log });
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/healthz' ? 200 : 404).end();
  });
  try {
    await new Promise<void>((ready, failed) => {
      server.once('error', failed);
      server.listen(settings.port, settings.host, ready);
    });
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  console.log(`Muster is ready at http://${settings.host}:${port}`);
  const stop = async () => {
    await new Promise((done) => {
      server.close(done);
      server.closeAllConnections();
    });
    await postgres.stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      stop().catch((error: unknown) => {
        console.error(error);
        process.exitCode = 1;
      });
    });
  }
}

main().catch((error: unknown) => {
  const inUse = systemErrorCode(error) === 'EADDRINUSE';
  const plain = error instanceof SettingError || error instanceof EmbeddedPostgresError;
  if (inUse) {
    console.error(
      'The port is in use: stop what listens there, or set PORT to another (PORT=0 takes a free one).',
    );
  } else {
    console.error(plain ? error.message : error);
  }
  process.exitCode = 1;
});

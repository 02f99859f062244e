import { clusterFolder } from './cluster.ts';
import { readPidFile } from './pid-file.ts';
import { connectionTo, type PostgresConnection } from './postgres.ts';

/** A way into an embedded PostgreSQL that another process of this machine runs. */
export interface AttachedPostgres {
  readonly connection: PostgresConnection;
  /** Gives the way back; the server runs on. */
  close(): Promise<void>;
}

/** Reaches the server that already runs in the data folder; null where none is ready. */
export async function attachPostgres(dataDir: string): Promise<AttachedPostgres | null> {
  const running = await readPidFile(clusterFolder(dataDir));
  if (running === null || !running.ready) return null;
  const held: (() => Promise<void>)[] = [];
  const connection = await connectionTo(dataDir, running.port, held);
  return {
    connection,
    close: async () => {
      for (const giveBack of held.splice(0)) await giveBack();
    },
  };
}

/** What people have who run the landed version: its database, its data folder and its recordings. */
import { execFile } from 'node:child_process';
import { chown, copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { z } from 'zod';
import { prepareBinaries } from '../../src/host/store/embedded/binaries.ts';
import { clusterFolder, serverEnvironment } from '../../src/host/store/embedded/cluster.ts';
import { type Postmaster, runPostmaster } from '../../src/host/store/embedded/postmaster.ts';
import { socketFolder } from '../../src/host/store/embedded/socket-folder.ts';

const fixture = join(import.meta.dirname, 'fixture');
const port = 5432;
/** The user as which that version ran the server, where it was root. */
export const NOBODY = 65_534;

const factsShape = z.object({
  /** The version's clock when it was left, epoch milliseconds. */
  madeAt: z.number(),
  /** Everybody's. */
  password: z.string(),
  /** `session`: the value of the cookie of a browser that is signed in. */
  accounts: z.array(z.object({ username: z.string(), session: z.string().nullable() })),
  invitation: z.string(),
  reset: z.string(),
  servers: z.array(
    z.object({
      id: z.string(),
      identifier: z.string(),
      game: z.number(),
      host: z.string(),
      ports: z.object({ game: z.number(), query: z.number(), rcon: z.number().nullable() }),
      password: z.string().nullable(),
    }),
  ),
  /** The first server follows a folder below this one. */
  logRoot: z.string(),
  wall: z.string(),
  display: z.object({ id: z.string(), token: z.string() }),
  auditHead: z.string(),
  /** How many rows each table has. */
  tables: z.record(z.string(), z.number()),
});

/** What was made with the landed version; see `scripts/make-landed.mjs`. */
export const LANDED = factsShape.parse(
  JSON.parse(await readFile(join(fixture, 'facts.json'), 'utf8')),
);

/** The names of its recordings, for `landedRecording`. */
export const LANDED_RECORDINGS = ['live', 'live-as-is', 'span-as-is', 'by-hand'] as const;

/** The text of one of its recordings. */
export async function landedRecording(name: (typeof LANDED_RECORDINGS)[number]): Promise<string> {
  return gunzipSync(await readFile(join(fixture, `${name}.ndjson.gz`))).toString('utf8');
}

/** Puts its secret key into a data folder. */
export async function landedKey(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await copyFile(join(fixture, 'secret.key'), join(dataDir, 'secret.key'));
}

/** Where things are now that were elsewhere when it was made. */
interface Moved {
  /** The first three numbers of its game servers' addresses, in place of `127.77.0`. */
  readonly network?: string;
  /** In place of its `MUSTER_LOG_ROOT`. */
  readonly logRoot?: string;
}

/** Its rows by table, those first that others refer to; each as PostgreSQL writes it in JSON. */
export async function landedRows(moved: Moved = {}): Promise<ReadonlyMap<string, string[]>> {
  const text = gunzipSync(await readFile(join(fixture, 'rows.tsv.gz')))
    .toString('utf8')
    .replaceAll('127.77.0.', `${moved.network ?? '127.77.0'}.`)
    .replaceAll(LANDED.logRoot, moved.logRoot ?? LANDED.logRoot);
  const rows = new Map<string, string[]>();
  for (const line of text.trimEnd().split('\n')) {
    const table = line.slice(0, line.indexOf('\t'));
    const known = rows.get(table) ?? [];
    known.push(line.slice(table.length + 1));
    rows.set(table, known);
  }
  return rows;
}

/** Loads its tables and rows into an empty database. */
export async function loadLanded(client: pg.Client, moved: Moved = {}): Promise<void> {
  await client.query(await readFile(join(fixture, 'schema.sql'), 'utf8'));
  for (const [table, rows] of await landedRows(moved)) {
    await client.query(
      `insert into "${table}" overriding system value
       select * from json_populate_recordset(null::"${table}", $1::json)`,
      [`[${rows.join(',')}]`],
    );
  }
  await client.query(
    `select setval(pg_get_serial_sequence('jobs', 'id'), (select max(id) from jobs))`,
  );
}

/** Makes the data folder as that version left it. */
export async function restoreLanded(dataDir: string, moved: Moved = {}): Promise<void> {
  await landedKey(dataDir);
  const server = await startLandedCluster(dataDir);
  const folder = await socketFolder(clusterFolder(dataDir), port);
  try {
    const base = { host: folder.path, port, user: 'muster' };
    await using(new pg.Client({ ...base, database: 'postgres' }), (client) =>
      client.query('create database muster'),
    );
    await using(new pg.Client({ ...base, database: 'muster' }), (client) =>
      loadLanded(client, moved),
    );
  } finally {
    await folder.close();
    await server.stop();
  }
}

/**
 * Makes an empty cluster as that version did, and runs its server: it believes whoever reaches it, and for a host
 * of root it belongs to `nobody`. `settings` beside its own.
 */
export async function startLandedCluster(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Postmaster> {
  const ids = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const user = { ids, maker: ids, folderByCwd: ids.uid !== undefined };
  const binaries = await prepareBinaries(dataDir, user);
  const cluster = clusterFolder(dataDir);
  await mkdir(cluster, { mode: 0o700 });
  if (ids.uid !== undefined) await chown(cluster, ids.uid, ids.gid);
  const initdb = [
    `--pgdata=${user.folderByCwd ? '/proc/self/cwd' : cluster}`,
    '--username=muster',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    '--auth=trust',
  ];
  await promisify(execFile)(binaries.initdb, initdb, {
    ...ids,
    cwd: cluster,
    env: serverEnvironment(),
  });
  const logFile = join(dataDir, 'postgres.log');
  return runPostmaster({ cluster, logFile, binaries, user, port, settings });
}

async function using(client: pg.Client, work: (client: pg.Client) => Promise<unknown>) {
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

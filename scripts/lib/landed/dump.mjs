import { copyFile, readFile, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * Writes `schema.sql`, the statements of the version's own migrations, and `rows.tsv.gz`: a line for each row,
 * the table's name, a tab, and the row as PostgreSQL writes it in JSON. Answers how many rows each table has.
 * @param {import('./programs.mjs').Programs} programs
 * @param {string} folder
 */
export async function dumpDatabase({ checkout, dataDir }, folder) {
  await writeFile(join(folder, 'schema.sql'), await schemaOf(checkout));
  const { default: pg } = await import(createRequire(join(checkout, 'package.json')).resolve('pg'));
  const client = new pg.Client({
    host: join(dataDir, 'postgres'),
    port: 5432,
    user: 'muster',
    database: 'muster',
  });
  await client.connect();
  // No call of that version sets them yet, though every session reads them.
  await client.query(
    `update accounts set preferences = '{"language":"de"}' where username = 'ada'`,
  );
  /** @type {string[]} */
  const lines = [];
  /** @type {Record<string, number>} */
  const counts = {};
  try {
    await client.query('begin isolation level repeatable read read only');
    for (const table of await tablesInOrder(client)) {
      const { rows } = await client.query(
        `select row_to_json(t)::text as line from "${table}" t order by 1`,
      );
      counts[table] = rows.length;
      lines.push(...rows.map((/** @type {{ line: string }} */ { line }) => `${table}\t${line}`));
    }
  } finally {
    await client.end();
  }
  await writeFile(join(folder, 'rows.tsv.gz'), gzipSync(`${lines.join('\n')}\n`, { level: 9 }));
  return counts;
}

/**
 * Every table, those that others refer to first.
 * @param {any} client
 * @returns {Promise<string[]>}
 */
async function tablesInOrder(client) {
  const { rows } = await client.query(`
    select c.relname as name,
      array(select r.confrelid::regclass::text from pg_constraint r
        where r.conrelid = c.oid and r.contype = 'f' and r.confrelid <> c.oid) as needs
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    order by c.relname`);
  /** @type {string[]} */
  const placed = [];
  while (placed.length < rows.length) {
    const next = rows.find(
      (/** @type {{ name: string, needs: string[] }} */ { name, needs }) =>
        !placed.includes(name) && needs.every((need) => placed.includes(need)),
    );
    placed.push(next.name);
  }
  return placed;
}

/** @param {string} checkout */
async function schemaOf(checkout) {
  const folder = join(checkout, 'src/host/store/migrations');
  const names = (await readdir(folder)).filter((name) => /^\d{4}-/.test(name)).toSorted();
  const parts = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      const [, statements] = /sql`([^`]*)`/.exec(text) ?? [];
      return `-- ${name}\n${statements}`;
    }),
  );
  return [
    'create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);',
    'create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);',
    ...parts,
  ].join('\n');
}

/**
 * @param {string} from the folder that the recordings were made in
 * @param {string} to
 */
export async function writeRecordings(from, to) {
  for (const name of (await readdir(from)).filter((file) => file.endsWith('.ndjson'))) {
    await writeFile(
      join(to, `${name}.gz`),
      gzipSync(await readFile(join(from, name)), { level: 9 }),
    );
  }
}

/**
 * Writes the rest of the data folder, and `facts.json`: what was made, for the tests to ask for.
 * @param {import('./programs.mjs').Programs} programs
 * @param {string} folder
 * @param {object} facts
 */
export async function writeFixture({ dataDir }, folder, facts) {
  await copyFile(join(dataDir, 'secret.key'), join(folder, 'secret.key'));
  await writeFile(join(folder, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`);
}

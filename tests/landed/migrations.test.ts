/**
 * A host of the landed version goes on beside one of this version while hosts are replaced one after the other: what
 * it reads and writes must be as it was, and no row of its database may change.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../src/host/store/database.ts';
import { migrate } from '../../src/host/store/migrations/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { LANDED, loadLanded } from './restore.ts';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly fallback: string | null;
}

interface Schema {
  readonly columns: readonly Column[];
  /** Constraints, unique indexes and triggers, in PostgreSQL's words. */
  readonly rules: readonly { readonly table: string; readonly rule: string }[];
  readonly functions: readonly string[];
}

let database: TestDatabase;
let open: OpenDatabase;
let before: { readonly schema: Schema; readonly rows: ReadonlyMap<string, readonly string[]> };
let after: Schema;

beforeAll(async () => {
  database = await createTestDatabase();
  const client = new pg.Client(database.connection);
  await client.connect();
  await loadLanded(client);
  await client.end();
  open = openDatabase({ connection: database.connection, onIdleError: () => undefined });
  const schema = await readSchema();
  before = { schema, rows: await readRows(schema) };
  await migrate(open.db);
  after = await readSchema();
});

afterAll(async () => {
  await open.close();
  await database.drop();
});

async function readSchema(): Promise<Schema> {
  const { rows: columns } = await open.pool.query<Column>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as required, coalesce(pg_get_expr(d.adbin, d.adrelid), nullif(a.attidentity::text, '')) as fallback
    from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and a.attnum > 0 and not a.attisdropped
    order by 1, a.attnum`);
  const { rows: rules } = await open.pool.query<{ table: string; rule: string }>(`
    select conrelid::regclass::text as table, conname || ' ' || pg_get_constraintdef(oid) as rule
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all
    select tgrelid::regclass::text, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all
    select i.indrelid::regclass::text, pg_get_indexdef(i.indexrelid) from pg_index i
      join pg_class c on c.oid = i.indrelid
    where i.indisunique and c.relnamespace = 'public'::regnamespace
    order by 1, 2`);
  const { rows: functions } = await open.pool.query<{ text: string }>(`
    select pg_get_functiondef(oid) as text from pg_proc
    where pronamespace = 'public'::regnamespace order by 1`);
  return { columns, rules, functions: functions.map(({ text }) => text) };
}

/** Every row, with the columns of a schema alone. */
async function readRows({ columns }: Schema): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = new Map<string, readonly string[]>();
  for (const table of new Set(columns.map((column) => column.table))) {
    const names = columns.filter((column) => column.table === table).map(({ name }) => name);
    const { rows: found } = await open.pool.query<{ line: string }>(
      `select row_to_json(t)::text as line from (
         select ${names.map((name) => `"${name}"`).join(', ')} from "${table}"
       ) t order by 1`,
    );
    rows.set(
      table,
      found.map(({ line }) => line),
    );
  }
  return rows;
}

/** Rules that now take more than they did, and all that they took. */
const LOOSER = /servers_claim/;
const strict = ({ rule }: { readonly rule: string }) => !LOOSER.test(rule);

const isLanded = ({ table }: { readonly table: string }) => table in LANDED.tables;

it('leaves every row of the landed version as it was', async () => {
  const rows = await readRows(before.schema);
  for (const [table, were] of before.rows) {
    expect(were).toHaveLength(LANDED.tables[table] ?? -1);
    // Which migrations ran is told there; the audit may be given the row that begins the keyed chain, and a server's
    // owner may do what could not be done then.
    const grows = ['kysely_migration', 'audit', 'grants'].includes(table);
    const are = (rows.get(table) ?? []).filter((row) => !grows || were.includes(row));
    expect({ table, rows: are }).toEqual({ table, rows: were });
  }
});

it('knows who was on a server when statistics began', async () => {
  const ids = async (sql: string) => (await open.pool.query<{ id: string }>(sql)).rows;
  expect(await ids('select id from statistic_stays order by id')).toEqual(
    await ids(
      'select id from play_sessions where left_at is null and muster_id is not null order by id',
    ),
  );
});

it('drops, renames and changes nothing that the landed version reads, or counts on as it writes', () => {
  expect(after.columns).toEqual(expect.arrayContaining([...before.schema.columns]));
  expect(after.rules).toEqual(expect.arrayContaining(before.schema.rules.filter(strict)));
  expect(after.functions).toEqual(expect.arrayContaining([...before.schema.functions]));
});

it('demands nothing new of what the landed version writes', () => {
  const known = new Set(before.schema.columns.map(({ table, name }) => `${table}.${name}`));
  const demanded = after.columns.filter(
    (column) =>
      isLanded(column) &&
      !known.has(`${column.table}.${column.name}`) &&
      column.required &&
      column.fallback === null,
  );
  expect(demanded).toEqual([]);
  const rules = new Set(before.schema.rules.map(({ rule }) => rule));
  const added = after.rules.filter((rule) => isLanded(rule) && !rules.has(rule.rule));
  expect(added.filter(strict)).toEqual([]);
});

it('lets the landed version delete what only newer tables refer to', () => {
  const held = after.rules.filter(
    (rule) =>
      !isLanded(rule) &&
      // Of what is newer itself the landed version deletes nothing.
      (/REFERENCES (\w+)/.exec(rule.rule)?.[1] ?? '') in LANDED.tables &&
      !/ON DELETE (CASCADE|SET NULL)/.test(rule.rule),
  );
  expect(held).toEqual([]);
});

/** Rows of resources without what is about a person, as their fields are marked. */
import { sql, type RawBuilder } from 'kysely';
import { subjectsOf, withoutPerson } from '../../domain/personal/erased.ts';
import { separator } from '../../domain/personal/separate.ts';
import {
  PAGED,
  PAGED_RESOURCE,
  KEPT_RESOURCE,
  KEPT,
  type PagedName,
  type PagedRow,
  type KeptName,
  type RowOf,
} from '../../protocol/resources/registry.ts';
import { PAGED_ROW, ROW } from '../../protocol/resources/schemas.ts';
import { change, type Change, type ChangeContext } from '../change/change.ts';
import { tellKept } from '../change/kept-rows.ts';
import { tellPaged } from '../change/told-paged.ts';
import { holdPersons } from '../identity/persons.ts';
import { replacePagedRow, tableOf } from '../store/paged/rows.ts';

/** So many rows are found at once; each is written by itself, so that nobody waits for long. */
const BATCH = 500;

type Data = Readonly<Record<string, unknown>>;

/** Empties what rows of all resources say of the person of these ids, and tells it. May run again. */
export async function eraseRows(
  context: ChangeContext,
  ids: readonly string[],
  removed: (count: number) => void,
): Promise<void> {
  for (const resource of KEPT_RESOURCE) await eraseHeld(context, resource, ids, removed);
  for (const resource of PAGED_RESOURCE) await erasePaged(context, resource, ids, removed);
}

async function eraseHeld(
  context: ChangeContext,
  resource: KeptName,
  ids: readonly string[],
  removed: (count: number) => void,
): Promise<void> {
  const { fields } = KEPT[resource];
  const separate = separator(ROW[resource]);
  const person = new Set(ids);
  const named = subjectsOf(fields).flatMap((about) =>
    ids.map((id) => sql<boolean>`data @> ${JSON.stringify({ [about]: id })}::jsonb`),
  );
  const of = sql<boolean>`resource = ${resource}`;
  const found = { table: sql.table('resource_rows'), of, named };
  await eachRow(context, found, removed, async (made, id) => {
    const { rows } = await sql<{ data: Data; removed_at: number | null }>`
      select data, removed_at from resource_rows where ${of} and id = ${id} for update
    `.execute(made.trx);
    const [kept] = rows;
    if (kept === undefined) return false;
    const emptied = withoutPerson(separate, kept.data, person);
    if (emptied === kept.data) return false;
    await sql`
      update resource_rows set data = ${JSON.stringify(emptied)}::jsonb where ${of} and id = ${id}
    `.execute(made.trx);
    const read = ROW[resource].safeParse(emptied);
    if (kept.removed_at !== null || !read.success) return true;
    await tellKept(made, resource, read.data as RowOf<KeptName>);
    return true;
  });
}

async function erasePaged(
  context: ChangeContext,
  resource: PagedName,
  ids: readonly string[],
  removed: (count: number) => void,
  of = sql<boolean>`true`,
): Promise<void> {
  const { fields } = PAGED[resource];
  const separate = separator(PAGED_ROW[resource]);
  const person = new Set(ids);
  const table = tableOf(resource);
  const named = subjectsOf(fields).map(
    (about) => sql<boolean>`data->>${sql.lit(about)} = any(${ids}::text[])`,
  );
  await eachRow(context, { table, of, named }, removed, async (made, id) => {
    const { rows } = await sql<{ data: unknown }>`
      select data from ${table} where id = ${id} for update
    `.execute(made.trx);
    const before = PAGED_ROW[resource].safeParse(rows[0]?.data);
    if (!before.success) return false;
    const row: PagedRow = withoutPerson(separate, before.data, person);
    if (row === before.data) return false;
    await replacePagedRow(made.trx, resource, row);
    // How it was before would tell what is erased.
    await tellPaged(made, resource, row, null);
    return true;
  });
}

/** Audits that name somebody by their stay, where nobody knew yet whose it was. */
export const AUDITS_OF_STAYS = [
  'audit',
  'banListAudit',
  'oversight',
  'activity',
] as const satisfies readonly PagedName[];

/** Empties what audits say of whoever these stays were of: while a stay is kept, that is known. */
export async function eraseStayRows(
  context: ChangeContext,
  stays: readonly string[],
  removed: (count: number) => void,
): Promise<void> {
  const of = sql<boolean>`key_things && ${stays}::text[]`;
  for (const resource of AUDITS_OF_STAYS) await erasePaged(context, resource, stays, removed, of);
}

/** What games know the person by whom somebody was joined with, as it stands in a row about one of them; null: nothing. */
const KNOWN_BY = ['steam_id', 'guid', 'bohemia_id'] as const;

/**
 * What of a row may name somebody whom it is not about: a command that was typed, a value that was set, a reason. Names are
 * no reason to empty one: people call themselves what others are banned for.
 */
const MENTIONING = {
  audit: { fields: ['text', 'before', 'after'], by: 'terms' },
  banListAudit: { fields: ['text', 'before', 'after'], by: 'identifiers' },
  bans: { fields: ['reason', 'description', ...KNOWN_BY], by: 'identifiers' },
  bucketAudit: { fields: ['text', 'before', 'after'], by: 'identifiers' },
  bucketEntries: { fields: ['comment', ...KNOWN_BY], by: 'identifiers' },
} as const satisfies Partial<Record<PagedName, object>>;
export const MENTIONING_ROWS: readonly string[] = Object.keys(MENTIONING);

/** Whether a value tells of a person, by their names too or by what they are known by alone. */
export type Mentions = Readonly<Record<'terms' | 'identifiers', (value: unknown) => boolean>>;

/** Empties what these rows say that tells of a person, though they are about nobody, or about somebody else. */
export async function eraseRowMentions(
  context: ChangeContext,
  mentions: Mentions,
  removed: (count: number) => void,
): Promise<void> {
  for (const resource of Object.keys(MENTIONING) as (keyof typeof MENTIONING)[]) {
    await eraseMentionsIn(context, resource, mentions, removed);
  }
}

async function eraseMentionsIn(
  context: ChangeContext,
  resource: keyof typeof MENTIONING,
  mentions: Mentions,
  removed: (count: number) => void,
): Promise<void> {
  const table = tableOf(resource);
  const { by, fields }: { by: keyof Mentions; fields: readonly string[] } = MENTIONING[resource];
  const named = fields.map((field) => sql<boolean>`data->>${sql.lit(field)} <> ''`);
  const saysIt = (data: Data) => fields.some((field) => mentions[by](data[field]));
  const found = { table, of: sql`true`, named, saysIt };
  await eachRow(context, found, removed, async (made, id) => {
    const { rows } = await sql<{ data: unknown }>`
      select data from ${table} where id = ${id} for update
    `.execute(made.trx);
    const before = PAGED_ROW[resource].safeParse(rows[0]?.data);
    if (!before.success) return false;
    const said: Data = before.data;
    const telling = fields.filter((field) => mentions[by](said[field]));
    if (telling.length === 0) return false;
    const nullable: readonly string[] = KNOWN_BY;
    const empty = Object.fromEntries(
      telling.map((field) => [field, nullable.includes(field) ? null : '']),
    );
    const row: PagedRow = { ...before.data, ...empty };
    await replacePagedRow<PagedName>(made.trx, resource, row);
    await tellPaged(made, resource, row, null);
    return true;
  });
}

interface Found {
  readonly table: RawBuilder<unknown>;
  readonly of: RawBuilder<unknown>;
  /** Any of these is true of a row that is about the person. */
  readonly named: readonly RawBuilder<unknown>[];
  /** And this is, where it is said: of few rows that are read it is, and each that is goes through a transaction. */
  readonly saysIt?: (data: Data) => boolean;
}

/** Finds rows, and changes one after the other; `empty` answers whether something of it was about the person. */
async function eachRow(
  context: ChangeContext,
  { table, of, named, saysIt }: Found,
  removed: (count: number) => void,
  empty: (made: Change, id: string) => Promise<boolean>,
): Promise<void> {
  if (named.length === 0) return;
  for (let after = '', count = BATCH; count === BATCH;) {
    const { rows } = await sql<{ id: string; data: Data }>`
      select id, data from ${table}
      where ${of} and id > ${after} and (${sql.join(named, sql` or `)}) order by id limit ${BATCH}
    `.execute(context.db);
    for (const { id, data } of rows) {
      if (saysIt?.(data) === false) continue;
      const emptied = await change(context, async (made) => {
        await holdPersons(made.trx);
        return empty(made, id);
      });
      if (emptied) removed(1);
    }
    after = rows.at(-1)?.id ?? '';
    count = rows.length;
  }
}

/** The audit as people read it: rows of pages beside the chained audit of the whole host, for each of its readers. */
import { sql } from 'kysely';
import { auditRow, type AuditName, type Told } from '../../domain/audit/row.ts';
import { PAGED, type PagedRow } from '../../protocol/resources/registry.ts';
import { ownedBy, ownerBy } from '../../protocol/resources/resource.ts';
import { resourceStream } from '../../protocol/streams.ts';
import { operatorsOf } from '../access/grants.ts';
import { holdPersons } from '../identity/persons.ts';
import { showPersons, type ShownRow } from '../identity/show-persons.ts';
import { addPagedRows, OF_HOST, tableOf } from '../store/paged/rows.ts';
import type { Fact } from '../realtime/contract.ts';
import type { Database, Trx } from '../store/database.ts';
import type { AuditEntry } from './append.ts';

/** How long the address that something was done from is kept, milliseconds. */
export const ADDRESS_LASTS = 90 * 86_400_000;
const FORGOTTEN_AT_ONCE = 1_000;
const GROUP_AUDIT = { team: 'teamAudit', organization: 'organizationAudit' } as const;
const LIST_AUDIT = { banlist: 'banListAudit', bucket: 'bucketAudit' } as const;
const AUDITS = [
  'audit',
  'activity',
  'oversight',
  'banListAudit',
  'bucketAudit',
  ...Object.values(GROUP_AUDIT),
] as const satisfies readonly AuditName[];

type Put = Extract<Fact, { event: 'row:put' }>;

/** An entry with what it is known by: its id, who did it, and what it was done to. */
interface Known {
  readonly id: string;
  readonly entry: AuditEntry;
  readonly actor: { readonly id: string; readonly name: string } | null;
  readonly of: { readonly kind: string; readonly id: string | null };
  readonly target: NonNullable<Told['target']> | null;
  /** The role that let them do it. */
  readonly through: Told['through'] | null;
}

/** Keeps entries for whoever may read them, and answers what is to be told of it. */
export async function keepAuditRows(
  trx: Trx,
  entries: readonly AuditEntry[],
): Promise<readonly Put[]> {
  if (entries.length === 0) return [];
  // A join that comes now waits, and then tells these rows too.
  await holdPersons(trx);
  const known = await knownOf(trx, entries);
  return [
    ...(await keepServerRows(trx, known)),
    ...(await keepGroupRows(trx, known)),
    ...(await keepListRows(trx, known, 'banlist')),
    ...(await keepListRows(trx, known, 'bucket')),
    ...(await keepAccountRows(trx, known)),
  ];
}

/** Of servers that are still there; their rows are locked in the meantime, so that none is deleted under its entries. */
async function keepServerRows(trx: Trx, known: readonly Known[]): Promise<readonly Put[]> {
  const told = known.filter(({ of }) => of.kind === 'server');
  if (told.length === 0) return [];
  const servers = await trx
    .selectFrom('servers')
    .select('id')
    .where('id', 'in', [...new Set(told.map(({ of }) => of.id ?? ''))])
    .orderBy('id')
    .forKeyShare()
    .execute();
  const present = new Set(servers.map(({ id }) => id));
  const rows = told.flatMap(({ id, entry, actor, of, through }) => {
    const server_id = of.id ?? '';
    if (!present.has(server_id)) return [];
    return [
      auditRow({ ...entry, id, server_id }, actor, { ...(through && { through }), ...entry.told }),
    ];
  });
  await addPagedRows(trx, 'audit', rows);
  const shown = await showPersons(trx, PAGED.audit, rows);
  return shown.map((one) => putOf('audit', one.row.server_id, one));
}

/** Of teams and organizations that are still there, which are locked by whoever does something in them. */
async function keepGroupRows(trx: Trx, known: readonly Known[]): Promise<readonly Put[]> {
  const told = known.filter(({ of }) => of.kind === 'group');
  if (told.length === 0) return [];
  const groups = await trx
    .selectFrom('groups')
    .select(['id', 'kind'])
    .where('id', 'in', [...new Set(told.map(({ of }) => of.id ?? ''))])
    .execute();
  const facts: Put[] = [];
  for (const { id: group_id, kind } of groups) {
    const own = told.filter(({ of }) => of.id === group_id);
    const ids = await nextIds(trx, own.length);
    const rows = own.map(({ entry, actor, target, through }, at) => {
      const row = { ...entry, id: ids[at] ?? '', server_id: null };
      // Where members and guests did it from is not for those who run the group to know.
      const about = { target, ...(through && { through }), ...entry.told, address: null };
      return { ...auditRow(row, actor, about), group_id };
    });
    await addPagedRows(trx, GROUP_AUDIT[kind], rows, group_id);
    const shown = await showPersons(trx, PAGED[GROUP_AUDIT[kind]], rows);
    facts.push(...shown.map((one) => putOf(GROUP_AUDIT[kind], group_id, one)));
  }
  return facts;
}

/** Of ban lists and buckets, which are locked by whoever does something in them. */
async function keepListRows<S extends keyof typeof LIST_AUDIT>(
  trx: Trx,
  known: readonly Known[],
  scope: S,
): Promise<readonly Put[]> {
  const told = known.filter(({ of }) => of.kind === scope);
  if (told.length === 0) return [];
  const resource = LIST_AUDIT[scope];
  const ids = await nextIds(trx, told.length);
  const rows = told.map(({ entry, actor, of, target, through }, at) => {
    const owner = of.id ?? '';
    const row = { ...entry, id: ids[at] ?? '', server_id: null };
    const about = { target, ...(through && { through }), ...entry.told, address: null };
    return { owner, row: { ...auditRow(row, actor, about), ...ownerBy(scope, owner) } as never };
  });
  return keepOf(trx, resource, rows);
}

/** Rows beside whose they are, and what is to be told of them. */
async function keepOf<R extends AuditName>(
  trx: Trx,
  resource: R,
  rows: readonly { readonly owner: string; readonly row: PagedRow<R> & { readonly at: number } }[],
): Promise<readonly Put[]> {
  for (const owner of new Set(rows.map((one) => one.owner))) {
    const own = rows.flatMap((one) => (one.owner === owner ? [one.row] : []));
    await addPagedRows(trx, resource, own, owner);
  }
  const shown = await showPersons(
    trx,
    PAGED[resource],
    rows.map(({ row }) => row),
  );
  return shown.map((one, at) => putOf(resource, rows[at]?.owner ?? '', one));
}

/** Of accounts and the host: for the accounts that they are about or by, and for whoever operates the host. */
async function keepAccountRows(trx: Trx, known: readonly Known[]): Promise<readonly Put[]> {
  const told = known.filter(({ of }) => of.kind !== 'server');
  if (told.length === 0) return [];
  const operators = await operatorsOf(trx);
  const overseen = told.map(({ id, entry, actor, of, target, through }) =>
    auditRow(
      { ...entry, id, server_id: null },
      actor,
      { target, ...(through && { through }), ...entry.told },
      of.id === null ? [] : [of.id],
    ),
  );
  await addPagedRows(trx, 'oversight', overseen, OF_HOST);
  const shown = await showPersons(trx, PAGED.oversight, overseen);
  const facts = shown.flatMap((one) =>
    operators.map((operator) => putOf('oversight', operator, one)),
  );
  const owned = told.flatMap((one, at) => {
    const row = overseen[at];
    return row === undefined ? [] : [...ownersOf(one)].map((owner) => ({ owner, row, one }));
  });
  const ids = await nextIds(trx, owned.length);
  const rows = owned.map(({ owner, row, one: { actor } }, at) => {
    // Where somebody else did it from is not theirs to know.
    const { address, ...rest } = { ...row, id: ids[at] ?? '' };
    const isTheirs = actor === null || actor.id === owner;
    return { owner, row: isTheirs && address !== undefined ? { ...rest, address } : rest };
  });
  return [...facts, ...(await keepOf(trx, 'activity', rows))];
}

/** The accounts in whose own audit it stands. */
function ownersOf({ actor, of, target }: Known): ReadonlySet<string> {
  const about = of.kind === 'account' ? of.id : null;
  return new Set([about, target?.id, actor?.id].filter((id) => typeof id === 'string'));
}

function putOf<R extends AuditName>(
  resource: R,
  owner: string,
  { row, kept }: ShownRow<PagedRow<R> & { readonly at: number }>,
): Put {
  const of = (one: object) => ({ resource, ...ownedBy(row), row: one, before: null });
  const stream = resourceStream(resource, owner);
  return {
    stream,
    event: 'row:put',
    at: row.at,
    data: of(row),
    kept: of(kept),
  } as unknown as Put;
}

async function knownOf(trx: Trx, entries: readonly AuditEntry[]): Promise<readonly Known[]> {
  const each = entries.map((entry) => ({ entry, of: partsOf(entry.resource) }));
  const whom = each.map(({ entry, of }) => {
    const about = [entry.detail['subject'], of.kind === 'account' ? of.id : null];
    return about.find((id) => typeof id === 'string' && id !== entry.actor) as string | undefined;
  });
  const names = await namesOf(trx, [...entries.map(({ actor }) => actor), ...whom]);
  const roles = await rolesOf(trx, entries);
  const ids = await nextIds(trx, entries.length);
  return each.map(({ entry, of }, at) => {
    const { actor } = entry;
    const about = whom[at];
    return {
      id: ids[at] ?? '',
      entry,
      of,
      actor: actor === null ? null : { id: actor, name: names.get(actor) ?? '' },
      target: about === undefined ? null : { id: about, name: names.get(about) ?? '' },
      through: roles.get(String(entry.detail['through'])) ?? null,
    };
  });
}

/** `server/<id>` and its like; the host has no id. */
function partsOf(resource: string): Known['of'] {
  const [kind = '', id = null] = resource.split('/');
  return { kind, id };
}

/** Ids that count up, so that what is of one moment stays in its order. */
async function nextIds(trx: Trx, count: number): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select lpad(to_hex(nextval('paged_audit_ids')), 24, '0') as id
    from generate_series(1, ${count})
  `.execute(trx);
  return rows.map(({ id }) => id);
}

/** The roles through which entries say that something was done, as they are called. */
async function rolesOf(
  trx: Trx,
  entries: readonly AuditEntry[],
): Promise<ReadonlyMap<string, Told['through']>> {
  const named = entries.map(({ detail }) => detail['through']);
  const ids = [...new Set(named.filter((id) => typeof id === 'string'))];
  if (ids.length === 0) return new Map();
  const roles = await trx
    .selectFrom('group_roles as role')
    .innerJoin('groups', 'groups.id', 'role.group_id')
    .select(['role.id', 'role.name', 'groups.identifier as group'])
    .where('role.id', 'in', ids)
    .execute();
  return new Map(roles.map((role) => [role.id, role]));
}

async function namesOf(
  trx: Trx,
  named: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(named.filter((id) => typeof id === 'string'))];
  if (ids.length === 0) return new Map();
  const accounts = await trx
    .selectFrom('accounts')
    .select(['id', 'display_name'])
    .where('id', 'in', ids)
    .execute();
  return new Map(accounts.map(({ id, display_name }) => [id, display_name]));
}

/** Forgets the addresses of what was done before a moment. */
export async function forgetAuditAddresses(db: Database, before: number): Promise<void> {
  for (const name of AUDITS) {
    const table = tableOf(name);
    for (let count = FORGOTTEN_AT_ONCE; count === FORGOTTEN_AT_ONCE;) {
      const { rows } = await sql`
        update ${table} set data = (data::jsonb - 'address')::json
        where id in (
          select id from ${table} where (data->>'address') is not null and key_at < ${before}
          limit ${FORGOTTEN_AT_ONCE}
        )
        returning id
      `.execute(db);
      count = rows.length;
    }
  }
}

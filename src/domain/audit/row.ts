import type { PagedName, PagedRow } from '../../protocol/resources/registry.ts';
import { cut } from '../resources/keys.ts';

/** So many things of one entry can be looked for. */
const THINGS_MAX = 100;
const ID = /^[0-9a-f]{24}$/;

/** So long a value, or a text, is told. */
const VALUE_MAX = 500;

/** What is told of an entry beside the proof, as far as there is something. */
export interface Told {
  /** Whom it was done to; `id` is null where nobody knows. */
  readonly target?: { readonly id: string | null; readonly name: string } | null;
  /** The command, the message, the reason, or what the thing is called. */
  readonly text?: string | null;
  /** The team or the organization that it was done in. */
  readonly group?: AuditRow['group'];
  /** The role that let them, as it was called. */
  readonly through?: AuditRow['through'];
  /** What was changed, by its name: of any kind. */
  readonly before?: Readonly<Record<string, unknown>> | null;
  readonly after?: Readonly<Record<string, unknown>> | null;
  readonly address?: string | null;
}

/** The audits: of a server, of a group, of a ban list, of a bucket, of accounts. */
export type AuditName = Exclude<PagedName, 'bans' | 'bucketEntries'>;

/** An entry of a server's audit, or with null of a group's, of the host's and its accounts'. */
export type AuditRow<S extends string | null = string | null> = Omit<
  PagedRow<'audit'>,
  'server_id'
> & {
  readonly server_id: S;
  readonly group_id?: string;
  readonly banlist_id?: string;
  readonly bucket_id?: string;
};

/** `actor` is null for the host itself; `things`: ids that it is found by beside those that it names. */
export function auditRow<S extends string | null>(
  entry: Pick<AuditRow<S>, 'id' | 'server_id' | 'at' | 'action' | 'detail'>,
  actor: { readonly id: string; readonly name: string } | null,
  told: Told = {},
  things: readonly string[] = [],
): AuditRow<S> {
  const { id, server_id, at, action, detail } = entry;
  const { target, text, group, through, before, after, address } = told;
  return {
    id,
    server_id,
    at,
    actor_id: actor?.id ?? null,
    actor_name: actor?.name ?? '',
    action,
    detail,
    things: thingsOf([...things, target?.id, ...Object.values(detail)]),
    ...(target ? { target_id: target.id, target_name: target.name } : {}),
    ...(text ? { text: cut(text, VALUE_MAX) } : {}),
    ...(group ? { group } : {}),
    ...(through ? { through } : {}),
    ...(before ? { before: valuesOf(before) } : {}),
    ...(after ? { after: valuesOf(after) } : {}),
    ...(address ? { address } : {}),
  };
}

/** Values as they are read, as JSON; what is not said is left out. */
function valuesOf(values: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(values).filter(([, value]) => value !== undefined);
  return JSON.stringify(Object.fromEntries(said.map(([name, value]) => [name, valueOf(value)])));
}

function valueOf(value: unknown): string {
  if (value === null) return '';
  return cut(typeof value === 'string' ? value : JSON.stringify(value), VALUE_MAX);
}

/** The ids among values. */
function thingsOf(values: readonly unknown[]): string[] {
  const ids = values
    .flat()
    .filter((value): value is string => typeof value === 'string' && ID.test(value));
  return [...new Set(ids)].slice(0, THINGS_MAX);
}

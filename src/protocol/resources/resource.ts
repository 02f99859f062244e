import type { z } from 'zod';
import { marked } from '../marks.ts';
import type { Kit } from './kit.ts';
import type {
  BanListPermission,
  BucketPermission,
  OrganizationPermission,
  ServerPermission,
  TeamPermission,
} from '../permissions.ts';

/** Makes a schema of what zod and the protocol's own fields give. */
export type MakeSchema<S extends z.ZodType = z.ZodType> = (of: Kit) => S;

/**
 * One field of a resource's rows. `plain` may stand on the disk of a browser and in a recording. `personal` may
 * not: it is about the person whose id the field `about` has, goes with them when they are erased, and is a
 * pseudonym in a recording.
 */
export interface Field<S extends z.ZodType = z.ZodType> {
  readonly schema: MakeSchema<S>;
  readonly mark: 'plain' | 'personal' | 'secret';
  /** What a person may write there, where they write it; stricter than what a row may have. */
  readonly written: MakeSchema;
  readonly about: string | null;
  /** Whose id it is; null: nobody's. Players may turn out to be one, accounts do not. */
  readonly names: 'player' | 'account' | null;
}

export function plain<S extends z.ZodType>(
  schema: MakeSchema<S>,
  written: MakeSchema = schema,
): Field<S> {
  return { schema, mark: 'plain', written, about: null, names: null };
}

/** The id of a person, whom personal fields may be about; or ids, those of such persons among them. */
export function idOf(names: 'player' | 'account'): Field<Kit['hexId']>;
export function idOf<S extends z.ZodType>(
  names: 'player' | 'account',
  schema: MakeSchema<S>,
): Field<S>;
export function idOf(
  names: 'player' | 'account',
  schema: MakeSchema = ({ hexId }) => hexId,
): Field {
  return { ...plain(schema), names };
}

/** An erased text is empty, so that its schema has to allow that. */
export function personal<S extends z.ZodType>(
  schema: MakeSchema<S>,
  about: string,
  written: MakeSchema = schema,
): Field<S> {
  return { schema, mark: 'personal', written, about, names: null };
}

/**
 * A secret that may be written and is never read: a row tells only whether it is set. What has one is on no disk of a
 * browser, and in no recording.
 */
export function secret(written: MakeSchema): Field<z.ZodBoolean> {
  return { ...plain(({ z }) => z.boolean(), written), mark: 'secret' };
}

/** Rows that a list shows at most; of those that the host tells from tables of their feature nobody has more. */
export const LIST_MAX = 1_000;

/** What can be done with a row. */
export const WRITE = ['add', 'edit', 'remove', 'restore'] as const;
export type Write = (typeof WRITE)[number];

export type Fields = Readonly<Record<string, Field>>;

/**
 * Whose rows they are: a server's, those that an account has for itself, a group's (a team's or an organization's), a
 * ban list's, or a bucket's.
 */
export type Scope = 'server' | 'account' | 'group' | 'banlist' | 'bucket';

/** Whose a row is, as rows, frames and questions say it: of one of these, or with none the account's own. */
export interface Owner {
  readonly server_id: string | null;
  readonly group_id?: string | undefined;
  readonly banlist_id?: string | undefined;
  readonly bucket_id?: string | undefined;
}

/** The id of the server, the group, the ban list or the bucket; null: the account's own. */
export function ownerOf({ server_id, group_id, banlist_id, bucket_id }: Owner): string | null {
  return group_id ?? banlist_id ?? bucket_id ?? server_id;
}

/** Whose a row is, as frames of it say it, too. */
export function ownedBy({ server_id, group_id, banlist_id, bucket_id }: Owner): Owner {
  if (bucket_id !== undefined) return { server_id, bucket_id };
  if (banlist_id !== undefined) return { server_id, banlist_id };
  return group_id === undefined ? { server_id } : { server_id, group_id };
}

/** The same, of an id and what it is of. */
export function ownerBy(scope: Scope, id: string | null): Owner {
  if (scope === 'group' && id !== null) return { server_id: null, group_id: id };
  if (scope === 'banlist' && id !== null) return { server_id: null, banlist_id: id };
  if (scope === 'bucket' && id !== null) return { server_id: null, bucket_id: id };
  return { server_id: scope === 'server' ? id : null };
}

type Names<F extends Fields> = readonly (keyof F & string)[];

/** What every row has beside its own fields: whose it is, `server_id` null where it is no server's. */
const owned = ({ z, hexId }: Kit) => ({
  server: { id: hexId, server_id: hexId },
  account: { id: hexId, server_id: z.null() },
  group: { id: hexId, server_id: z.null(), group_id: hexId },
  banlist: { id: hexId, server_id: z.null(), banlist_id: hexId },
  bucket: { id: hexId, server_id: z.null(), bucket_id: hexId },
});

type Shape<F extends Fields, K extends keyof F> = { [Name in K]: ReturnType<F[Name]['schema']> };
type MakeRow<S extends Scope, F extends Fields> = MakeSchema<
  z.ZodObject<ReturnType<typeof owned>[S] & Shape<F, keyof F>>
>;
type MakePart<F extends Fields, N extends Names<F>> = MakeSchema<z.ZodObject<Shape<F, N[number]>>>;

interface Common<N extends string, F extends Fields> {
  /** The table, the stream's audience, the topic and the segment of the path. */
  readonly name: N;
  /** Many of them, as an admin calls them in a sentence. */
  readonly many: string;
  readonly fields: F;
  /** The order in which pages come; ids settle what is equal. */
  readonly order: { readonly by: keyof F & string; readonly direction: 'asc' | 'desc' };
  /** Fields that a search looks in. */
  readonly searched: Names<F>;
  /** How many one server, account, group, ban list or bucket may have; whoever writes them refuses more. */
  readonly most: number;
}

interface ToldSpec<N extends string, S extends Scope, F extends Fields> extends Common<N, F> {
  readonly scope: S;
  /** An account's own are for itself alone. */
  readonly read: {
    server: ServerPermission;
    account: 'account.self';
    group: TeamPermission | OrganizationPermission;
    banlist: BanListPermission;
    bucket: BucketPermission;
  }[S];
}

interface KeptSpec<
  N extends string,
  F extends Fields,
  A extends Names<F>,
  E extends Names<F>,
> extends Common<N, F> {
  /** One of them. */
  readonly one: string;
  readonly read: ServerPermission;
  /** What a person fills in, and who may. Whoever may remove one may bring it back. */
  readonly add: { readonly access: ServerPermission; readonly fields: A };
  readonly edit: { readonly access: ServerPermission; readonly fields: E };
  readonly remove: { readonly access: ServerPermission };
}

/** Rows that somebody may read, list, search, and see change. */
export interface Resource<
  N extends string = string,
  S extends Scope = Scope,
  F extends Fields = Fields,
> extends ToldSpec<N, S, F> {
  /** Every row of it is in a client that looks at it. */
  readonly hold: 'all';
  /** A row on the wire. */
  readonly row: MakeRow<S, F>;
}

/** Rows of a server that are kept for their feature, with calls to add, edit, remove and bring back. */
export interface KeptResource<
  N extends string = string,
  F extends Fields = Fields,
  A extends Names<F> = Names<F>,
  E extends Names<F> = Names<F>,
>
  extends Omit<KeptSpec<N, F, A, E>, 'read'>, Resource<N, 'server', F> {
  readonly read: ServerPermission;
  /** What a person fills in for a new one. */
  readonly added: MakePart<F, A>;
  /** What a person may change of it. */
  readonly edits: MakePart<F, E>;
  /** What they changed, as it was before. */
  readonly was: MakePart<F, E>;
}

/**
 * Declares rows that the host tells from tables of their feature, which writes them by its own calls. Their stream,
 * the call for their pages, their frames, views, hooks and what becomes of them in recordings follow.
 */
export function toldResource<const N extends string, const S extends Scope, F extends Fields>(
  spec: ToldSpec<N, S, F>,
): Resource<N, S, F> {
  return { ...spec, hold: 'all', row: makeRow(spec.scope, spec.fields) };
}

/**
 * Declares rows that are kept in one table for all features: the calls that write them, and what becomes of a removed
 * one, follow, too. `registry.ts` lists all of them.
 */
export function resource<
  const N extends string,
  F extends Fields,
  const A extends Names<F>,
  const E extends Names<F>,
>(spec: KeptSpec<N, F, A, E>): KeptResource<N, F, A, E> {
  const { fields, add, edit } = spec;
  return {
    ...spec,
    scope: 'server',
    hold: 'all',
    row: makeRow('server', fields),
    added: (of) => of.z.object(schemasOf(of, fields, add.fields, 'written')) as never,
    edits: (of) => of.z.object(schemasOf(of, fields, edit.fields, 'written')) as never,
    was: (of) => of.z.object(schemasOf(of, fields, edit.fields, 'schema')) as never,
  };
}

/** How a row is made of its fields. */
export function makeRow<S extends Scope, F extends Fields>(scope: S, fields: F): MakeRow<S, F> {
  return (of) => of.z.object({ ...owned(of)[scope], ...markedSchemas(of, fields) }) as never;
}

/** The schemas of fields, with what is known of each. */
function markedSchemas(of: Kit, fields: Fields): z.ZodRawShape {
  const schemas = Object.entries(fields).map(([name, { schema, mark, about }]) => {
    if (mark !== 'personal') return [name, marked(schema(of), { contains: 'words' })];
    const whom = about === null ? [] : [about];
    return [name, marked(schema(of), { contains: 'free-text', about: whom })];
  });
  return Object.fromEntries(schemas) as z.ZodRawShape;
}

function schemasOf(
  of: Kit,
  fields: Fields,
  names: readonly string[],
  as: 'schema' | 'written',
): z.ZodRawShape {
  const schemas = names.map((name) => [name, fields[name]?.[as](of)]);
  return Object.fromEntries(schemas) as z.ZodRawShape;
}

/** Whether rows may stand on the disk of a browser. */
export function isStorable({ fields }: Pick<Resource, 'fields'>): boolean {
  return Object.values(fields).every(({ mark }) => mark === 'plain');
}

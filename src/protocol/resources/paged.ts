import type {
  BanListPermission,
  BucketPermission,
  OrganizationPermission,
  ServerPermission,
  TeamPermission,
} from '../permissions.ts';
import { makeRow, type Fields, type Resource, type Scope } from './resource.ts';

/**
 * Whose rows they are: a server's, a group's, a ban list's, a bucket's, an account's own, or the host's. Those of the host are told to
 * each account that may read them, as if they were its own.
 */
export type PagedScope = Scope | 'host';

/** Who may read rows of each scope. A scope more is a line here, one in `paged-calls.ts`, and its stream. */
interface Readers {
  readonly server: ServerPermission;
  readonly group: TeamPermission | OrganizationPermission;
  readonly banlist: BanListPermission;
  readonly bucket: BucketPermission;
  readonly account: 'account.self';
  readonly host: 'host.operate';
}

type RowScope<S extends PagedScope> = S extends 'host' ? 'account' : S;

/**
 * What rows can be narrowed down to, by one field. `is`: it is this; `has`: it is one of several that the field
 * has; `least` and `most`: it is a number that reaches or does not exceed this. Texts are compared folded.
 */
export interface Filter<Name extends string = string> {
  readonly kind: 'is' | 'has' | 'least' | 'most';
  readonly field: Name;
}

type Names<F extends Fields> = readonly (keyof F & string)[];
/** Where a number is asked for; else a text. */
type Asked<K> = K extends { readonly kind: 'least' | 'most' } ? number : string;

interface Spec<
  N extends string,
  S extends PagedScope,
  F extends Fields,
  O extends Names<F>,
  W extends Readonly<Record<string, Filter<keyof F & string>>>,
> {
  /** The stream's audience, the topic, the segment of the path; its table is `paged_<name>`, words apart by `_`. */
  readonly name: N;
  readonly scope: S;
  readonly one: string;
  readonly many: string;
  readonly fields: F;
  /** Fields that rows can be sorted by, each a text or a number; by the first where nobody says. */
  readonly orders: O;
  /** Those of them that are numbers or null, which is behind all numbers; no column has them, but an index. */
  readonly nullsLast?: Names<F>;
  /** The way in which they come where nobody says. */
  readonly direction: 'asc' | 'desc';
  readonly filters: W;
  /** Fields that a search looks in. */
  readonly searched: Names<F>;
  /** Those of them that have names of players, which are also found as people write names. */
  readonly named?: Names<F>;
  readonly read: Readers[S];
}

/** Rows that are too many to be held: they are looked at page by page, and the host searches them. */
export interface PagedResource<
  N extends string = string,
  S extends PagedScope = PagedScope,
  F extends Fields = Fields,
  O extends Names<F> = Names<F>,
  W extends Readonly<Record<string, Filter<keyof F & string>>> = Readonly<
    Record<string, Filter<keyof F & string>>
  >,
> extends Spec<N, S, F, O, W> {
  readonly hold: 'pages';
  readonly row: Resource<N, RowScope<S>, F>['row'];
}

/** What is asked of the filters of a resource; absent ones narrow nothing. */
export type WhereOf<R extends PagedResource> = {
  readonly [K in keyof R['filters']]?: Asked<R['filters'][K]>;
};

/** Declares a resource of pages; `registry.ts` lists all of them. */
export function pagedResource<
  const N extends string,
  const S extends PagedScope,
  F extends Fields,
  const O extends Names<F>,
  const W extends Readonly<Record<string, Filter<keyof F & string>>>,
>(spec: Spec<N, S, F, O, W>): PagedResource<N, S, F, O, W> {
  const scope = (spec.scope === 'host' ? 'account' : spec.scope) as RowScope<S>;
  return { ...spec, hold: 'pages', row: makeRow(scope, spec.fields) };
}

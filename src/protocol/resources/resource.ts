import { z } from 'zod';
import { hexId } from '../fields.ts';
import type { ReadPermission, ServerPermission } from '../permissions.ts';

/**
 * One field of a resource's rows. `plain` may stand on the disk of a browser and in a recording. `personal` may
 * not: it is about the person whose id the field `about` has, goes with them when they are erased, and is a
 * pseudonym in a recording.
 */
export interface Field<S extends z.ZodType = z.ZodType> {
  readonly schema: S;
  readonly mark: 'plain' | 'personal';
  /** What a person may write there, where they write it; stricter than what a row may have. */
  readonly written: z.ZodType;
  readonly about: string | null;
  /** Whose id it is; null: nobody's. Players may turn out to be one, accounts do not. */
  readonly names: 'player' | 'account' | null;
}

export function plain<S extends z.ZodType>(schema: S, written: z.ZodType = schema): Field<S> {
  return { schema, mark: 'plain', written, about: null, names: null };
}

/** The id of a person, whom personal fields may be about. */
export function idOf(names: 'player' | 'account'): Field<typeof hexId> {
  return { ...plain(hexId), names };
}

/** An erased text is empty, so that its schema has to allow that. */
export function personal<S extends z.ZodType>(
  schema: S,
  about: string,
  written: z.ZodType = schema,
): Field<S> {
  return { schema, mark: 'personal', written, about, names: null };
}

/** What can be done with a row. */
export const WRITE = ['add', 'edit', 'remove', 'restore'] as const;
export type Write = (typeof WRITE)[number];

export type Fields = Readonly<Record<string, Field>>;

/** What every row of a server's resource has beside its own fields. */
const OWNED = { id: hexId, server_id: hexId };

type RowShape<F extends Fields> = typeof OWNED & { [K in keyof F]: F[K]['schema'] };

type Names<F extends Fields> = readonly (keyof F & string)[];

interface Spec<N extends string, F extends Fields, A extends Names<F>, E extends Names<F>> {
  /** The table, the stream's audience, the topic and the segment of the path. */
  readonly name: N;
  /** One of them and many of them, as an admin calls them in a sentence. */
  readonly one: string;
  readonly many: string;
  readonly fields: F;
  /** The order in which pages come; ids settle what is equal. */
  readonly order: { readonly by: keyof F & string; readonly direction: 'asc' | 'desc' };
  /** Fields that a search looks in. */
  readonly searched: Names<F>;
  /** How many one server may have. */
  readonly most: number;
  readonly read: ReadPermission;
  /** What a person fills in, and who may. Whoever may remove one may bring it back. */
  readonly add: { readonly access: ServerPermission; readonly fields: A };
  readonly edit: { readonly access: ServerPermission; readonly fields: E };
  readonly remove: { readonly access: ServerPermission };
}

/** Rows of a server that somebody may read, list, search, change, and see change. */
export interface Resource<
  N extends string = string,
  F extends Fields = Fields,
  A extends Names<F> = Names<F>,
  E extends Names<F> = Names<F>,
> extends Spec<N, F, A, E> {
  /** Every row of it is in a client that looks at the server's. */
  readonly hold: 'all';
  /** A row on the wire. */
  readonly row: z.ZodObject<RowShape<F>>;
  /** What a person fills in for a new one. */
  readonly added: z.ZodObject<{ [K in A[number]]: F[K]['schema'] }>;
  /** What a person may change of it. */
  readonly edits: z.ZodObject<{ [K in E[number]]: F[K]['schema'] }>;
  /** What they changed, as it was before. */
  readonly was: z.ZodObject<{ [K in E[number]]: F[K]['schema'] }>;
}

/**
 * Declares a resource. Its stream, its calls, its frames, its table, views, hooks and what becomes of it in
 * recordings follow; `registry.ts` lists all of them.
 */
export function resource<
  const N extends string,
  F extends Fields,
  const A extends Names<F>,
  const E extends Names<F>,
>(spec: Spec<N, F, A, E>): Resource<N, F, A, E> {
  const { fields } = spec;
  const schemas = Object.entries(fields).map(([name, { schema }]) => [name, schema]);
  const edited: Names<F> = spec.edit.fields;
  const written = (names: Names<F>) =>
    z.object(Object.fromEntries(names.map((name) => [name, fields[name]?.written])));
  // Made where they are used: a page reads what a resource is called, and zod asks for eval at each object.
  const [row, added, edits, was] = [
    once(() => z.object({ ...OWNED, ...Object.fromEntries(schemas) })),
    once(() => written(spec.add.fields)),
    once(() => written(edited)),
    once(() => z.object(Object.fromEntries(edited.map((name) => [name, fields[name]?.schema])))),
  ];
  const made = {
    ...spec,
    hold: 'all',
    get row() {
      return row();
    },
    get added() {
      return added();
    },
    get edits() {
      return edits();
    },
    get was() {
      return was();
    },
  };
  return made as unknown as Resource<N, F, A, E>;
}

/** Makes it when it is asked for first. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Whether rows may stand on the disk of a browser. */
export function isStorable({ fields }: Pick<Resource, 'fields'>): boolean {
  return Object.values(fields).every(({ mark }) => mark === 'plain');
}

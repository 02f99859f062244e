/** The call of every resource of pages. */
import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { type Call, type Nothing, type ParamsOf, read } from '../call.ts';
import { segment } from './calls.ts';
import type { PagedScope } from './paged.ts';
import { PAGED, PAGED_RESOURCE, type PagedName } from './registry.ts';
import { PAGED_ROW, type PagedRowSchemas } from './schemas.ts';

/** Rows of a page at most. */
export const PAGED_MAX = 200;
/** Of a text that is looked for, and of what a filter asks. */
export const SOUGHT_MAX = 200;

/** By whose they are: where they are asked for, and what the call may refuse with beside the usual. */
const OF = {
  server: { path: '/app/v1/server/:server_id', errors: [], whose: 'a server' },
  group: { path: '/app/v1/group/:group_id', errors: [], whose: 'a team or an organization' },
  banlist: { path: '/app/v1/banlist/:banlist_id', errors: [], whose: 'a ban list' },
  bucket: { path: '/app/v1/bucket/:bucket_id', errors: [], whose: 'a bucket' },
  account: { path: '/app/v1/@me', errors: [], whose: 'the account that is signed in' },
  host: { path: '/app/v1/host', errors: ['permission-denied'], whose: 'the host' },
} as const satisfies Readonly<
  Record<PagedScope, { path: `/app/v1/${string}`; errors: readonly ErrorCode[]; whose: string }>
>;

/** The folded value of the order and the id of a row, as JSON. */
const bound = z.string().max(1_000);

/** What every page is asked by; a resource's filters stand beside it. */
const paging = {
  direction: z.enum(['asc', 'desc']).optional(),
  /** Rows behind this one. */
  after: bound.optional(),
  /** Rows up to this one, and this one: the end of the page before. */
  before: bound.optional(),
  /** Rows from this place on; where there are more rows than are counted, from about there. */
  place: z.coerce.number().int().min(0).max(1_000_000_000).optional(),
  limit: z.coerce.number().int().min(1).max(PAGED_MAX).default(100),
  /** Contained in what is searched; shorter than three characters, how one of its words begins. */
  search: z.string().max(SOUGHT_MAX).optional(),
};

type Declared = typeof PAGED;
type Query<R extends PagedName> = z.ZodObject<
  typeof paging & { order: z.ZodOptional<z.ZodType<Declared[R]['orders'][number]>> } & {
    [K in keyof Declared[R]['filters']]: z.ZodOptional<
      Declared[R]['filters'][K] extends { readonly kind: 'least' | 'most' }
        ? z.ZodCoercedNumber<number>
        : z.ZodString
    >;
  }
>;
type Answer<R extends PagedName> = z.ZodObject<{
  position: z.ZodInt;
  rows: z.ZodArray<PagedRowSchemas[R]>;
  place: z.ZodNullable<z.ZodInt>;
  total: z.ZodInt;
  about: z.ZodBoolean;
  previous: z.ZodNullable<z.ZodString>;
  next: z.ZodNullable<z.ZodString>;
}>;
type PagedCall<R extends PagedName> = Call<
  ParamsOf<(typeof OF)[Declared[R]['scope']]['path']>,
  Query<R>,
  Nothing,
  Answer<R>
>;

function callOf(name: PagedName): Call {
  const { many, scope, orders, filters, read: access } = PAGED[name];
  const { path, errors, whose } = OF[scope];
  const asked = Object.entries(filters).map(([filter, { kind }]) => [
    filter,
    kind === 'least' || kind === 'most'
      ? z.coerce.number().int().min(0).optional()
      : z.string().max(SOUGHT_MAX).optional(),
  ]);
  return read({
    name: `${scope}-${segment(name)}`,
    path: `${path}/${segment(name)}`,
    summary: `A page of the ${many} of ${whose}, sorted and narrowed down as asked.`,
    query: z.object({ ...Object.fromEntries(asked), ...paging, order: z.enum(orders).optional() }),
    answer: z.object({
      /** The stream's position: the rows are true there. */
      position: z.int().min(0),
      rows: z.array(PAGED_ROW[name]),
      /** How many come before the first row; null where that was not asked. */
      place: z.int().min(0).nullable(),
      /** How many there are in all pages; `about`: nobody counted that far. */
      total: z.int().min(0),
      about: z.boolean(),
      /** Asks, as `before`, for the page before this one; null: this is the first. */
      previous: z.string().nullable(),
      /** Asks, as `after`, for the next page; null: this is the last. */
      next: z.string().nullable(),
    }),
    errors,
    access,
  });
}

export type PagedCalls = { readonly [R in PagedName as `${R}Page`]: PagedCall<R> };

/** Of every resource of pages, by name. */
export const PAGED_CALLS = Object.fromEntries(
  PAGED_RESOURCE.map((name) => [`${name}Page`, callOf(name)]),
) as unknown as PagedCalls;

/** The calls of every resource: a page, and what a person does with a row. */
import { z } from 'zod';
import { type acsrfToken, type Call, type Nothing, type ParamsOf, read, write } from '../call.ts';
import { hexId } from '../fields.ts';
import { told } from './fields.ts';
import {
  KEPT,
  KEPT_RESOURCE,
  RESOURCE,
  RESOURCES,
  type KeptName,
  type ResourceName,
} from './registry.ts';
import { LIST_MAX, type Scope } from './resource.ts';
import { ROW, WRITTEN, type RowSchemas } from './schemas.ts';

/** How long what was removed can be brought back, ms. */
export const RESTORE_MS = 600_000;
/** Totals are exact up to here. */
export const TOTAL_MAX = 10_000;

const pageQuery = z.object({
  /** Where the page before this one ended: its `next`. */
  after: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(LIST_MAX).default(LIST_MAX),
});

/** By whose they are: where they are asked for. */
const OF = {
  server: { path: '/app/v1/server/:server_id', whose: 'a server' },
  account: { path: '/app/v1/@me', whose: 'the account that is signed in' },
  group: { path: '/app/v1/group/:group_id', whose: 'a team or an organization' },
  banlist: { path: '/app/v1/banlist/:banlist_id', whose: 'a ban list' },
  bucket: { path: '/app/v1/bucket/:bucket_id', whose: 'a bucket' },
} as const satisfies Readonly<Record<Scope, object>>;

type Declared = typeof RESOURCES;
type Written = typeof WRITTEN;
type OfServer = ParamsOf<(typeof OF)['server']['path']>;
type OfRow = ParamsOf<`${(typeof OF)['server']['path']}/:id`>;
type Body<B> = z.ZodObject<B & { acsrf_token: typeof acsrfToken }>;

type PageCall<R extends ResourceName> = Call<
  ParamsOf<(typeof OF)[Declared[R]['scope']]['path']>,
  typeof pageQuery,
  Nothing,
  z.ZodObject<{
    position: z.ZodInt;
    rows: z.ZodArray<RowSchemas[R]>;
    total: z.ZodInt;
    about: z.ZodBoolean;
    next: z.ZodNullable<z.ZodString>;
  }>
>;
type PageCalls<R extends ResourceName> = Readonly<Record<`${R}Page`, PageCall<R>>>;

type AddCall<R extends KeptName> = Call<
  OfServer,
  Nothing,
  Body<{ id: typeof hexId; values: Written[R]['added'] }>,
  typeof told
>;
type EditCall<R extends KeptName> = Call<
  OfRow,
  Nothing,
  Body<{ values: Written[R]['edits']; was: z.ZodOptional<Written[R]['was']> }>,
  typeof told
>;
type RowCall = Call<OfRow, Nothing, Body<unknown>, typeof told>;

type WriteCalls<R extends KeptName> = Readonly<
  Record<`${R}Add`, AddCall<R>> &
    Record<`${R}Edit`, EditCall<R>> &
    Record<`${R}Remove` | `${R}Restore`, RowCall>
>;

/** A name as addresses have it. */
export function segment(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function pageOf<R extends ResourceName>(name: R): PageCalls<R> {
  const { many, scope, read: access } = RESOURCES[name];
  const { path, whose } = OF[scope];
  const page = read({
    name: `${scope}-${segment(name)}`,
    path: `${path}/${segment(name)}`,
    summary: `A page of the ${many} of ${whose}, in their order.`,
    query: pageQuery,
    answer: z.object({
      /** The stream's position: the rows are at least as new. */
      position: z.int().min(0),
      rows: z.array(ROW[name]),
      /** How many there are in all pages; `about`: that many or more. */
      total: z.int().min(0),
      about: z.boolean(),
      /** Asks for the next page; null: this is the last. */
      next: z.string().nullable(),
    }),
    access,
  });
  return { [`${name}Page`]: page } as unknown as PageCalls<R>;
}

function writesOf<R extends KeptName>(name: R): WriteCalls<R> {
  const { one, ...declared } = KEPT[name];
  const { added, edits, was } = WRITTEN[name];
  const path = `/app/v1/server/:server_id/${name}` as const;
  return {
    [`${name}Add`]: write({
      name: `server-${name}-add`,
      path,
      summary: `Add a ${one}. The caller chooses its id, so that the same request does not add it twice.`,
      body: { id: hexId, values: added },
      answer: told,
      errors: ['limit-reached'],
      access: declared.add.access,
    }),
    [`${name}Edit`]: write({
      name: `server-${name}-edit`,
      path: `${path}/:id`,
      summary: `Change a ${one}. With \`was\`, nothing is changed if it has been changed since.`,
      body: { values: edits, was: was.optional() },
      answer: told,
      errors: ['row-changed'],
      access: declared.edit.access,
    }),
    [`${name}Remove`]: write({
      name: `server-${name}-remove`,
      path: `${path}/:id/remove`,
      summary: `Remove a ${one}. It can be brought back for ${RESTORE_MS / 60_000} minutes.`,
      body: {},
      answer: told,
      access: declared.remove.access,
    }),
    [`${name}Restore`]: write({
      name: `server-${name}-restore`,
      path: `${path}/:id/restore`,
      summary: `Bring back a ${one} that was removed.`,
      body: {},
      answer: told,
      errors: ['limit-reached'],
      access: declared.remove.access,
    }),
  } as unknown as WriteCalls<R>;
}

type Union<U> = (U extends unknown ? (u: U) => void : never) extends (i: infer I) => void
  ? I
  : never;

export type ResourceCalls = Union<{ [R in ResourceName]: PageCalls<R> }[ResourceName]> &
  Union<{ [R in KeptName]: WriteCalls<R> }[KeptName]>;

/** Of every resource, by name. */
export const RESOURCE_CALLS = Object.assign(
  {},
  ...RESOURCE.map(pageOf),
  ...KEPT_RESOURCE.map(writesOf),
) as ResourceCalls;

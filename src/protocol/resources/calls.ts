/** The calls of every resource: a page, and what a person does with a row. */
import { z } from 'zod';
import { type acsrfToken, type Call, type Nothing, nothing, read, write } from '../call.ts';
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
import type { Scope } from './resource.ts';
import { ROW, WRITTEN, type RowSchemas } from './schemas.ts';

/** How long what was removed can be brought back, ms. */
export const RESTORE_MS = 600_000;
/** Rows of a page at most. */
export const PAGE_MAX = 500;
/** Totals are exact up to here. */
export const TOTAL_MAX = 10_000;

const ofServer = z.object({ server_id: hexId });
const ofRow = z.object({ server_id: hexId, id: hexId });

const pageQuery = z.object({
  /** Where the page before this one ended: its `next`. */
  after: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(PAGE_MAX),
});

const serverErrors = ['not-signed-in', 'permission-denied', 'not-found'] as const;

/** By whose they are: what names them, where they are asked for, and what a refusal may be. */
const OF = {
  server: {
    params: ofServer,
    path: '/app/v1/server/:server_id',
    errors: serverErrors,
    whose: 'a server',
  },
  account: {
    params: nothing,
    path: '/app/v1/@me',
    errors: ['not-signed-in'],
    whose: 'the account that is signed in',
  },
} as const satisfies Readonly<Record<Scope, object>>;

type Declared = typeof RESOURCES;
type Written = typeof WRITTEN;
type OfServer = typeof ofServer;
type OfRow = typeof ofRow;
type Body<B> = z.ZodObject<B & { acsrf_token: typeof acsrfToken }>;

type PageCall<R extends ResourceName> = Call<
  (typeof OF)[Declared[R]['scope']]['params'],
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

function pageOf<R extends ResourceName>(name: R): PageCalls<R> {
  const { many, scope, read: access } = RESOURCES[name];
  const { params, path, errors, whose } = OF[scope];
  const page = read({
    name: `${scope}-${name}`,
    path: `${path}/${name}`,
    summary: `A page of the ${many} of ${whose}, in their order.`,
    params,
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
    errors,
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
      params: ofServer,
      body: { id: hexId, values: added },
      answer: told,
      errors: [...serverErrors, 'limit-reached'],
      access: declared.add.access,
    }),
    [`${name}Edit`]: write({
      name: `server-${name}-edit`,
      path: `${path}/:id`,
      summary: `Change a ${one}. With \`was\`, nothing is changed if it has been changed since.`,
      params: ofRow,
      body: { values: edits, was: was.optional() },
      answer: told,
      errors: [...serverErrors, 'row-changed'],
      access: declared.edit.access,
    }),
    [`${name}Remove`]: write({
      name: `server-${name}-remove`,
      path: `${path}/:id/remove`,
      summary: `Remove a ${one}. It can be brought back for ${RESTORE_MS / 60_000} minutes.`,
      params: ofRow,
      body: {},
      answer: told,
      errors: serverErrors,
      access: declared.remove.access,
    }),
    [`${name}Restore`]: write({
      name: `server-${name}-restore`,
      path: `${path}/:id/restore`,
      summary: `Bring back a ${one} that was removed.`,
      params: ofRow,
      body: {},
      answer: told,
      errors: [...serverErrors, 'limit-reached'],
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

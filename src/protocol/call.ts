import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { BanListPermission, Permission } from './permissions.ts';

/**
 * Who may make a call. `anyone` needs no session. `signed-in` needs one. `display` needs the token of a
 * paired screen, which lets nobody into anything else. A permission is asked of the grants for the
 * resource that the call's path names (`server_id`, `group_id`, `wall_id`, `display_id`), the account itself, or
 * the host.
 */
export type Access = 'anyone' | 'signed-in' | 'display' | Exclude<Permission, BanListPermission>;

/** At most `max` calls in `seconds`, counted for an account or for an address. */
export interface RateLimit {
  readonly max: number;
  readonly seconds: number;
  readonly by: 'account' | 'address';
}

type Schema = z.ZodType;

/** One REST call: the host's route, the client's function and the OpenAPI operation are made of it. */
export interface Call<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Under the API host, with `:name` for parameters. */
  readonly path: `/app/v1/${string}`;
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly answer: Answer;
  /** The codes beside those that every call can answer (`COMMON_ERRORS`). */
  readonly errors: readonly ErrorCode[];
  readonly access: Access;
  readonly limit: RateLimit;
  /** The most bytes that a request may bring, where it is more than usual. */
  readonly bodyLimit?: number;
}

/** What any call can answer, whatever it is. */
export const COMMON_ERRORS = [
  'invalid-request',
  'invalid-origin',
  'rate-limited',
  'internal-error',
  'service-unavailable',
] as const satisfies readonly ErrorCode[];

/** The token of `@me/acsrf-token`, which every mutating body carries. First specification, section 5. */
export const acsrfToken = z.string().min(16).max(256);

export const nothing = z.strictObject({});
export type Nothing = typeof nothing;

const READ_LIMIT: RateLimit = { max: 600, seconds: 60, by: 'account' };
const WRITE_LIMIT: RateLimit = { max: 60, seconds: 60, by: 'account' };

interface ReadSpec<P extends Schema, Q extends Schema, A extends Schema> {
  name: string;
  path: `/app/v1/${string}`;
  summary: string;
  params?: P;
  query?: Q;
  answer: A;
  errors?: readonly ErrorCode[];
  access: Access;
  limit?: RateLimit;
}

/** A call that reads. */
export function read<A extends Schema, P extends Schema = Nothing, Q extends Schema = Nothing>(
  spec: ReadSpec<P, Q, A>,
): Call<P, Q, Nothing, A> {
  return {
    name: spec.name,
    method: 'GET',
    path: spec.path,
    summary: spec.summary,
    params: spec.params ?? (nothing as unknown as P),
    query: spec.query ?? (nothing as unknown as Q),
    body: nothing,
    answer: spec.answer,
    errors: spec.errors ?? [],
    access: spec.access,
    limit: spec.limit ?? READ_LIMIT,
  };
}

type WithToken<B extends z.ZodRawShape> = z.ZodObject<B & { acsrf_token: typeof acsrfToken }>;

interface WriteSpec<P extends Schema, B extends z.ZodRawShape, A extends Schema> {
  name: string;
  path: `/app/v1/${string}`;
  summary: string;
  params?: P;
  /** The fields beside `acsrf_token`, which is added here. */
  body: B;
  answer: A;
  errors?: readonly ErrorCode[];
  access: Access;
  limit?: RateLimit;
  bodyLimit?: number;
}

/** A call that changes something; its body carries `acsrf_token`. */
export function write<A extends Schema, B extends z.ZodRawShape, P extends Schema = Nothing>(
  spec: WriteSpec<P, B, A>,
): Call<P, Nothing, WithToken<B>, A> {
  return {
    name: spec.name,
    method: 'POST',
    path: spec.path,
    summary: spec.summary,
    params: spec.params ?? (nothing as unknown as P),
    query: nothing,
    body: z.object({ ...spec.body, acsrf_token: acsrfToken }) as WithToken<B>,
    answer: spec.answer,
    errors: ['invalid-csrf-token', ...(spec.errors ?? [])],
    access: spec.access,
    limit: spec.limit ?? WRITE_LIMIT,
    ...(spec.bodyLimit === undefined ? {} : { bodyLimit: spec.bodyLimit }),
  };
}

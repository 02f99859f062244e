import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { hexId } from './fields.ts';
import type { Permission } from './permissions.ts';

/**
 * Who may make a call. `anyone` needs no session. `signed-in` needs one. `display` needs the token of a
 * paired screen, which lets nobody into anything else. A permission is asked of the grants for the
 * resource that the call's path names (`server_id`, `group_id`, `banlist_id`, `bucket_id`, `wall_id`,
 * `display_id`), the account itself, or
 * the host.
 */
export type Access = 'anyone' | 'signed-in' | 'display' | Permission;

/**
 * What a call is behind beside its access. `player`: it is for subscribers, and for whoever has a server. First
 * specification, section 2.
 */
export type Gate = 'player';

/** At most `max` calls in `seconds`, counted for an account or for an address. */
export interface RateLimit {
  readonly max: number;
  readonly seconds: number;
  readonly by: 'account' | 'address';
}

type Schema = z.ZodType;

/** Under the API host, with `:name` for parameters, each of which is an id. */
type Path = `/app/v1/${string}`;
type IdIn<P extends string> = P extends `${string}:${infer Id}/${infer Rest}`
  ? Id | IdIn<Rest>
  : P extends `${string}:${infer Id}`
    ? Id
    : never;
/** The schema of what a path names. */
export type ParamsOf<P extends Path> = [IdIn<P>] extends [never]
  ? Nothing
  : z.ZodObject<Record<IdIn<P>, typeof hexId>>;

/** One REST call: the host's route, the client's function and the OpenAPI operation are made of it. */
export interface Call<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: Path;
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly answer: Answer;
  /** The codes beside those that every call can answer (`COMMON_ERRORS`). */
  readonly errors: readonly ErrorCode[];
  readonly access: Access;
  readonly gate?: Gate;
  readonly limit: RateLimit;
  /** The most bytes that a request may bring, where its schema lets more through than anybody sends. */
  readonly bodyLimit?: number;
}

/** What any call can answer, whatever it is. */
export const COMMON_ERRORS = [
  'invalid-request',
  'request-too-large',
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

/** What `read` and `write` are given. What the path names and what the access brings is said by those. */
interface Spec<P extends Path, A extends Schema> {
  name: string;
  path: P;
  summary: string;
  answer: A;
  /** Beside those that the access brings. */
  errors?: readonly ErrorCode[];
  access: Access;
  gate?: Gate;
  limit?: RateLimit;
}

/** What a call has of its path and of its access. */
function declared<P extends Path>(path: P, access: Access) {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const ids = z.object(Object.fromEntries(names.map((name) => [name, hexId])));
  const params = (names.length === 0 ? nothing : ids) as unknown as ParamsOf<P>;
  return { path, access, params, errors: errorsOf(access, names) };
}

function errorsOf(access: Access, names: readonly string[]): readonly ErrorCode[] {
  if (access === 'anyone') return [];
  const isGranted = access !== 'signed-in' && access !== 'display' && names.length > 0;
  return isGranted ? ['not-signed-in', 'permission-denied', 'not-found'] : ['not-signed-in'];
}

function gated(gate: Gate | undefined): readonly ErrorCode[] {
  return gate === undefined ? [] : ['gate-closed'];
}

/** A call that reads. */
export function read<P extends Path, A extends Schema, Q extends Schema = Nothing>({
  query,
  errors = [],
  ...spec
}: Spec<P, A> & { query?: Q }): Call<ParamsOf<P>, Q, Nothing, A> {
  const { errors: usual, ...named } = declared(spec.path, spec.access);
  return {
    limit: READ_LIMIT,
    ...spec,
    ...named,
    method: 'GET',
    query: query ?? (nothing as unknown as Q),
    body: nothing,
    errors: [...usual, ...gated(spec.gate), ...errors],
  };
}

/** The bytes of a file: in a browser, what an address leads to and no answer to read. */
export const fileBytes = z.string().meta({ format: 'binary' });

/** A call whose answer is a file. */
export function download<P extends Path>(
  spec: Omit<Spec<P, typeof fileBytes>, 'answer'>,
): Call<ParamsOf<P>, Nothing, Nothing, typeof fileBytes> {
  return read({ ...spec, answer: fileBytes });
}

type WithToken<B extends z.ZodRawShape> = z.ZodObject<B & { acsrf_token: typeof acsrfToken }>;

/** A call that changes something; its body carries `acsrf_token`, which is added here. */
export function write<P extends Path, A extends Schema, B extends z.ZodRawShape>({
  body,
  errors = [],
  ...spec
}: Spec<P, A> & { body: B; bodyLimit?: number }): Call<ParamsOf<P>, Nothing, WithToken<B>, A> {
  const { errors: usual, ...named } = declared(spec.path, spec.access);
  return {
    limit: WRITE_LIMIT,
    ...spec,
    ...named,
    method: 'POST',
    query: nothing,
    body: z.object({ ...body, acsrf_token: acsrfToken }) as WithToken<B>,
    errors: ['invalid-csrf-token', ...usual, ...gated(spec.gate), ...errors],
  };
}

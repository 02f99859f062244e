import { canonicalJson } from '../../src/domain/canonical-json.ts';
import { rulesOf } from '../../src/domain/resources/rules.ts';
import type { AddedOf, EditsOf } from '../../src/domain/resources/rule.ts';
import type { Asked, PageKey } from '../../src/domain/resources/asked.ts';
import type { WantedPage } from '../../src/domain/resources/pages.ts';
import { SOUGHT_MAX } from '../../src/protocol/resources/paged-calls.ts';
import {
  isOfBanList,
  isOfBucket,
  isOfGroup,
  isOwn,
  isPaged,
  isKept,
  isResource,
  PAGED,
  type PagedName,
  type PagedRow,
  type KeptName,
  type RowOf,
  type ScopedName,
} from '../../src/protocol/resources/registry.ts';
import { answerPage } from '../../src/testing/answer-pages.ts';
import type { Frame } from '../../src/protocol/frames.ts';
import type { World } from '../../src/testing/world.ts';
import type { WorldServer } from '../../src/testing/world-server.ts';
import type { HttpRequest } from '../../src/worker/environment.ts';

/** What a host answers to the call of a resource, and the frames that tell of what it did. */
export interface Answered {
  readonly status: number;
  readonly body: unknown;
  readonly frames: readonly Frame[];
}

/** What was removed, so that it can be brought back. */
const removed = new WeakMap<WorldServer, RowOf<KeptName>>();

/** Answers a call below `server/<id>/<resource>`; null where it is of no resource, or of no row. */
export function answerResource(
  world: World,
  server: WorldServer,
  path: readonly string[],
  request: HttpRequest,
  query: URLSearchParams,
): Answered | null {
  const [resource = '', id, what] = path;
  if (
    isPaged(resource) &&
    !isOwn(resource) &&
    !isOfGroup(resource) &&
    !isOfBanList(resource) &&
    !isOfBucket(resource)
  ) {
    const { length } = query.get('search') ?? '';
    if (length > SOUGHT_MAX) return { ...problem(400, 'invalid-request'), frames: [] };
    const rows = [...server.paged[resource].values()];
    return { status: 200, body: pageOf(resource, rows, server.heads[resource], query), frames: [] };
  }
  if (
    !isResource(resource) ||
    isOwn(resource) ||
    isOfGroup(resource) ||
    isOfBanList(resource) ||
    isOfBucket(resource)
  )
    return null;
  if (request.method === 'GET') {
    return { status: 200, body: page(server, resource), frames: [] };
  }
  const {
    id: chosen,
    values,
    was,
  } = JSON.parse(request.body ?? '{}') as {
    id: string;
    values: AddedOf<KeptName>;
    was?: EditsOf<KeptName>;
  };
  if (resource === 'personnel') return setPersonnel(world, server, request);
  if (!isKept(resource)) return null;
  const by = { muster_id: world.session().muster_id, display_name: 'Warden', at: world.at };
  const held = server.rows[resource].get(id ?? chosen);
  const told = (frame: Frame): Answered => {
    return { status: 200, body: { position: frame.seq }, frames: [frame] };
  };
  if (id === undefined) {
    const known = { player_id: 'player_id' in values ? values.player_id : '', player_name: 'Ann' };
    const row = rulesOf(resource).add({ id: chosen, server_id: server.id }, values, known, by);
    return told(world.put(server, resource, row));
  }
  if (what === 'restore') {
    const row = removed.get(server);
    return row?.id === id ? told(world.put(server, resource, row)) : null;
  }
  if (held === undefined) return null;
  if (what === 'remove') {
    removed.set(server, held);
    return told(world.remove(server, resource, id));
  }
  if (was !== undefined && canonicalJson({ ...held, ...was }) !== canonicalJson(held)) {
    return { ...problem(409, 'row-changed'), frames: [] };
  }
  return told(
    world.put(server, resource, rulesOf(resource).edit(held, values as EditsOf<KeptName>, by)),
  );
}

/** Whoever has a row has others permissions; they cannot all be taken, as of the last who manages. */
function setPersonnel(world: World, server: WorldServer, { body }: HttpRequest): Answered {
  const { identifier, permissions } = JSON.parse(body ?? '{}') as {
    identifier: string;
    permissions: RowOf<'personnel'>['permissions'];
  };
  const row = [...server.rows.personnel.values()].find((one) => one.muster_id === identifier);
  if (row === undefined) return { ...problem(404, 'account-not-found'), frames: [] };
  if (permissions.length === 0) return { ...problem(409, 'last-manager'), frames: [] };
  const frame = world.put(server, 'personnel', { ...row, permissions });
  const answer = { status: true, muster_id: identifier, position: frame.seq };
  return { status: 200, body: answer, frames: [frame] };
}

function page(server: WorldServer, resource: ScopedName<'server'>): unknown {
  return pageWith(server.heads[resource], [...server.rows[resource].values()]);
}

/** All rows of a resource, in one page. */
export function pageWith(position: number, rows: readonly unknown[]): unknown {
  return { position, rows, total: rows.length, about: false, next: null };
}

/** A page of all rows, as it is asked for. */
export function pageOf(
  resource: PagedName,
  rows: readonly PagedRow[],
  position: number,
  query: URLSearchParams,
): unknown {
  const { filters } = PAGED[resource];
  const where = [...query].filter(([name]) => name in filters);
  const asked: Asked = {
    resource,
    order: query.get('order') ?? '',
    direction: query.get('direction') === 'asc' ? 'asc' : 'desc',
    text: query.get('search') ?? '',
    where: Object.fromEntries(where),
  };
  const page = answerPage(rows, asked, wantedOf(query), position);
  const { previous, next } = page;
  return {
    ...page,
    previous: previous && JSON.stringify(previous),
    next: next && JSON.stringify(next),
  };
}

function wantedOf(query: URLSearchParams): WantedPage {
  for (const kind of ['after', 'before'] as const) {
    const bound = query.get(kind);
    if (bound !== null) return { kind, bound: JSON.parse(bound) as PageKey, place: 0 };
  }
  const place = query.get('place');
  return place === null ? { kind: 'first' } : { kind: 'place', place: Number(place) };
}

/** A problem document, as a host answers it. */
export function problem(status: number, code: string): { status: number; body: unknown } {
  return { status, body: { type: 'about:blank', title: code, status, code, detail: code } };
}

/** A page of the list of servers, by their ids; one that no answer can be made of takes its page with it. */
export function pageOfServers(
  world: World,
  query: URLSearchParams,
  most: number,
  broken: ReadonlySet<string>,
): { status: number; body: unknown } {
  const ids = query.get('ids')?.split(',');
  const after = query.get('after') ?? '';
  const left = world.servers
    .filter(({ id, destroyed }) => !destroyed && id > after && (ids?.includes(id) ?? true))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const shown = left.slice(0, most);
  if (shown.some((server) => broken.has(server.id))) return problem(500, 'internal-error');
  const servers = shown.map((server) => world.snapshot(server));
  const next = shown.length < left.length ? shown.at(-1)?.id : null;
  return { status: 200, body: { servers, next } };
}

import { isPaged, isResource, type ResourceName } from '../../protocol/resources/registry.ts';
import { ownerOf } from '../../protocol/resources/resource.ts';
import {
  parseStream,
  presenceOf,
  SERVER_STREAM,
  serverStream,
  type ServerStream,
} from '../../protocol/streams.ts';
import type { Change } from '../change.ts';
import { Draft } from '../draft.ts';
import { clearEntries } from '../feed/entries.ts';
import { dropRows } from '../resources/reduce.ts';
import type { Rows } from '../state.ts';
import { tableOfStream } from '../tables.ts';
import { dayId } from './day-id.ts';

const AUDIENCES = Object.keys(SERVER_STREAM) as readonly ServerStream[];

/** Removes a server and everything that belongs to it. */
export function forgetServer(rows: Rows, id: string): readonly Change[] {
  const draft = new Draft(rows);
  dropServer(rows, draft, id);
  return draft.changes();
}

/** Removes what the streams told; a list stream takes its server with it. */
export function forgetStreams(rows: Rows, streams: readonly string[]): readonly Change[] {
  const draft = new Draft(rows);
  for (const stream of streams) dropStream(rows, draft, stream);
  return draft.changes();
}

/** As `forgetServer`, into a draft. */
export function dropServer(rows: Rows, draft: Draft, id: string): void {
  for (const audience of AUDIENCES)
    if (audience !== 'list') dropAudience(rows, draft, id, audience);
  dropRows(rows, draft, 'players', id);
  for (const [history, row] of rows.history) {
    if (row.server_id === id) draft.put('history', history, undefined);
  }
  draft.put('days', dayId(id), undefined);
  for (const [intention, row] of rows.intentions) {
    if (row.server_id === id) draft.put('intentions', intention, undefined);
  }
  for (const [write, row] of rows.writes) {
    if (row.server_id === id) draft.put('writes', write, undefined);
  }
  draft.put('presence', id, undefined);
  draft.put('servers', id, undefined);
}

/** As `forgetStreams`, for one stream, into a draft. */
export function dropStream(rows: Rows, draft: Draft, stream: string): void {
  const name = parseStream(stream);
  if (name === null) {
    const presence = presenceOf(stream);
    if (presence !== null) draft.put('presence', presence, undefined);
  } else if (name.resource === 'account') {
    if (draft.get('account', 'me')?.muster_id === name.id) draft.put('account', 'me', undefined);
  } else if (name.resource === 'own') {
    const { audience } = name;
    if (isPaged(audience)) draft.put('streams', stream, undefined);
    else dropResource(rows, draft, audience, null, stream);
  } else if (name.resource !== 'server') {
    const { audience, id } = name;
    if (isPaged(audience)) draft.put('streams', stream, undefined);
    else dropResource(rows, draft, audience, id, stream);
  } else if (name.audience === 'list') dropServer(rows, draft, name.id);
  else dropAudience(rows, draft, name.id, name.audience);
}

/** Removes what a resource's stream told, into a draft. */
function dropResource(
  rows: Rows,
  draft: Draft,
  resource: ResourceName,
  owner: string | null,
  stream: string,
): void {
  dropRows(rows, draft, resource, owner);
  for (const [write, row] of rows.writes) {
    // What was refused is to be read, also by whoever looks at it later.
    const isOver = row.state === 'done' && row.resource === resource;
    if (ownerOf(row) === owner && isOver) draft.put('writes', write, undefined);
  }
  draft.put('streams', stream, undefined);
}

function dropAudience(rows: Rows, draft: Draft, id: string, audience: ServerStream): void {
  if (isResource(audience)) {
    return dropResource(rows, draft, audience, id, serverStream(id, audience));
  }
  const table = tableOfStream(audience);
  if (table === 'feed' || table === 'console') clearEntries(rows, draft, id, table);
  if (table === 'identities') dropRows(rows, draft, table, id);
  if (audience === 'metrics') {
    for (const player of rows.owned.players.get(id) ?? []) {
      const row = draft.get('players', player);
      if (row?.server_id === id) draft.put('players', player, { ...row, ping: null });
    }
  }
  draft.put('streams', serverStream(id, audience), undefined);
}

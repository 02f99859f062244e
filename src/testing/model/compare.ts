import type { TableName, Tables } from '../../domain/rows.ts';
import { TABLES } from '../../domain/tables.ts';
import type { Rows } from '../../domain/state.ts';
import type { Model } from './model.ts';

type ModelRows = { readonly [T in TableName]: ReadonlyMap<string, Tables[T]> };

/** The rows that a model's knowledge makes. */
export function rowsOf({ account, link, servers, intentions }: Model): ModelRows {
  const rows = Object.fromEntries(TABLES.map((table) => [table, new Map()])) as {
    [T in TableName]: Map<string, Tables[T]>;
  };
  if (account !== null) rows.account.set('me', account);
  if (link !== null) rows.link.set('link', link);
  for (const [id, row] of intentions) rows.intentions.set(id, row);
  for (const [server_id, server] of servers) {
    const { listed, viewers } = server;
    if (listed !== null) rows.servers.set(server_id, listed);
    if (viewers !== null) rows.presence.set(server_id, { id: server_id, viewers });
    for (const [id, player] of server.players) {
      rows.players.set(id, { ...player, server_id, ping: server.pings.get(id) ?? null });
    }
    for (const [id, identity] of server.identities) {
      rows.identities.set(id, { id, server_id, ...identity });
    }
    for (const [topic, held] of server.topics) {
      const id = `server/${server_id}/${topic}`;
      rows.streams.set(id, { id, server_id, ...held });
    }
    for (const [seq, { at, entry }] of server.feed) {
      const id = `${server_id}:${seq}`;
      rows.feed.set(id, { id, server_id, seq, at, entry });
    }
    for (const [seq, { at, line }] of server.console) {
      const id = `${server_id}:${seq}`;
      rows.console.set(id, { id, server_id, seq, at, line });
    }
    for (const [span, { step, points }] of server.histories) {
      const id = `${server_id}:${span}`;
      rows.history.set(id, { id, server_id, span, step, points });
    }
  }
  return rows;
}

/** The first thing in which rows, and their indexes, are not as the model has them; null where there is none. */
export function firstDifference(rows: Rows, model: Model): string | null {
  const expected = rowsOf(model);
  for (const table of TABLES) {
    const all: ReadonlyMap<string, unknown> = expected[table];
    for (const [id, row] of all) {
      const found = differenceOf(rows[table].get(id), row, `${table}/${id}`);
      if (found !== null) return found;
    }
    for (const id of rows[table].keys()) {
      if (!all.has(id)) return `${table}/${id} is there, and should not be`;
    }
  }
  return (
    differenceOf(listed(rows.owned.players), owned(expected.players), 'playersOf') ??
    differenceOf(listed(rows.owned.identities), owned(expected.identities), 'identitiesOf')
  );
}

/** Where two JSON values differ first, and how. */
function differenceOf(is: unknown, should: unknown, path: string): string | null {
  if (Object.is(is, should)) return null;
  if (typeof is !== 'object' || typeof should !== 'object' || is === null || should === null) {
    return `${path} is ${JSON.stringify(is)}, and should be ${JSON.stringify(should)}`;
  }
  const [left, right] = [is, should] as readonly Readonly<Record<string, unknown>>[];
  for (const key of new Set([...Object.keys(is), ...Object.keys(should)])) {
    const found = differenceOf(left?.[key], right?.[key], `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

function listed(index: Rows['owned']['players']): object {
  return Object.fromEntries([...index].map(([id, ids]) => [id, [...ids].sort()]));
}

function owned(rows: ReadonlyMap<string, { readonly server_id: string }>): object {
  const owners = new Map<string, string[]>();
  for (const [id, { server_id }] of rows) {
    const ids = owners.get(server_id);
    if (ids === undefined) owners.set(server_id, [id]);
    else ids.push(id);
  }
  return Object.fromEntries([...owners].map(([id, ids]) => [id, ids.sort()]));
}

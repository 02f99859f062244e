import type { PlayerNameView, PlayerPlaceView, PlayerSort, PlayerView, Query } from '../queries.ts';
import type { Rows } from '../state.ts';
import { sameRow } from '../draft.ts';
import { ListIndex } from './list-index.ts';
import type { SortKey } from './sort-key.ts';

/** The players of a server, with their identities where these are held. */
export function playersIndex(
  rows: Rows,
  query: Extract<Query, { view: 'players' }>,
): ListIndex<PlayerView> {
  const { server_id } = query;
  const text = query.text.trim().toLowerCase();
  return new ListIndex<PlayerView>({
    ids: () => rows.owned.players.get(server_id) ?? [],
    touched: (change) => {
      if (change.table !== 'players' && change.table !== 'identities') return undefined;
      const owned = change.after?.server_id === server_id || change.before?.server_id === server_id;
      return owned ? change.id : undefined;
    },
    row: (id) => {
      const player = playerView(rows, server_id, id);
      return player !== undefined && (text === '' || found(player, text)) ? player : undefined;
    },
    key: PLAYER_KEY[query.sort],
    same: sameRow,
    direction: query.direction,
  });
}

/** Who is on a server: nothing of it changes with a ping. */
export function namesIndex(rows: Rows, server_id: string): ListIndex<PlayerNameView> {
  return new ListIndex<PlayerNameView>({
    ids: () => rows.owned.players.get(server_id) ?? [],
    touched: (change) => {
      if (change.table !== 'players') return undefined;
      const { before, after } = change;
      if (before?.server_id !== server_id && after?.server_id !== server_id) return undefined;
      return before !== undefined && after !== undefined && sameName(before, after)
        ? undefined
        : change.id;
    },
    row: (id) => {
      const player = rows.players.get(id);
      if (player?.server_id !== server_id) return undefined;
      return { id, muster_id: player.muster_id, name: player.name };
    },
    key: ({ id }) => id,
    same: sameName,
    direction: 'asc',
  });
}

/** Where a person is: on all servers. */
export function placesIndex(rows: Rows, muster_id: string): ListIndex<PlayerPlaceView> {
  return new ListIndex<PlayerPlaceView>({
    ids: () =>
      [...rows.players.values()].filter((row) => row.muster_id === muster_id).map(({ id }) => id),
    touched: (change) => {
      if (change.table !== 'players') return undefined;
      const { before, after } = change;
      return before?.muster_id === muster_id || after?.muster_id === muster_id
        ? change.id
        : undefined;
    },
    row: (id) => {
      const player = rows.players.get(id);
      if (player?.muster_id !== muster_id) return undefined;
      const { server_id, name, joined_at, joined_before, verified } = player;
      return { id, server_id, muster_id, name, joined_at, joined_before, verified };
    },
    key: ({ id }) => id,
    same: sameRow,
    direction: 'asc',
  });
}

function sameName(a: PlayerNameView, b: PlayerNameView): boolean {
  return a.name === b.name && a.muster_id === b.muster_id;
}

function playerView(rows: Rows, serverId: string, id: string): PlayerView | undefined {
  const player = rows.players.get(id);
  if (player?.server_id !== serverId) return undefined;
  const identity = rows.identities.get(id);
  return {
    ...player,
    ip: identity?.ip ?? null,
    guid: identity?.guid ?? null,
    steam_id: identity?.steam_id ?? null,
    bohemia_id: identity?.bohemia_id ?? null,
    position: identity?.position ?? null,
  };
}

function found(player: PlayerView, text: string): boolean {
  const { name, muster_id, ip, guid, steam_id, bohemia_id } = player;
  const parts = [name.toLowerCase(), muster_id, ip, guid, steam_id, bohemia_id];
  return parts.some((part) => part?.includes(text));
}

const PLAYER_KEY: Readonly<Record<PlayerSort, (player: PlayerView) => SortKey>> = {
  name: (player) => player.name.toLowerCase(),
  joined_at: (player) => player.joined_at,
  ping: (player) => player.ping,
};

import type { SeenPlayer } from '../connectors/contract.ts';
import type { ServerSnapshot } from '../../protocol/servers/fields.ts';
import type { PlaySessionRow } from '../store/tables/servers.ts';

/** A play session that is open. */
export type OpenSession = Readonly<Omit<PlaySessionRow, 'left_at'>>;

/** What a play session has of somebody whom only a name is known of. */
export const NO_IDENTIFIERS = {
  guid: null,
  steam_id: null,
  bohemia_id: null,
  position: null,
  ip: null,
  port: null,
} as const;

/** What a play session has of somebody of whom nothing is known. */
export const NOBODY = { muster_id: null, name: '', ...NO_IDENTIFIERS } as const;

/** What the wire tells of a play session to everybody who sees the server. */
export function presentPlayerOf(session: OpenSession): ServerSnapshot['players'][number] {
  const { id, muster_id, name, joined_at, joined_before, verified, lobby } = session;
  return { id, muster_id, name, joined_at, joined_before, verified, lobby };
}

/**
 * Whether somebody whom the first player list shows is the one of a session that an earlier process left
 * open. Another address is somebody who left and came back in between.
 */
export function sameStay(session: OpenSession, player: SeenPlayer): boolean {
  if (session.ip !== player.ip || session.port !== player.port) return false;
  if (session.guid !== null && player.guid !== null) return session.guid === player.guid;
  if (session.steam_id !== null && player.steamId !== null) {
    return session.steam_id === player.steamId;
  }
  return session.name === player.name;
}

/** What a connector knows of a player, put into the session; identities that were known stay. */
export function withSeen(
  session: OpenSession,
  player: SeenPlayer,
  musterId: string | null,
): OpenSession {
  return {
    ...session,
    muster_id: musterId ?? session.muster_id,
    name: playerName(player.name),
    verified: player.verified,
    lobby: player.lobby,
    guid: player.guid ?? session.guid,
    steam_id: player.steamId ?? session.steam_id,
    bohemia_id: player.bohemiaId ?? session.bohemia_id,
    ip: player.ip,
    port: player.port,
  };
}

/** A name as it can be stored: PostgreSQL's text has no place for NUL and halves of characters. */
export function playerName(name: string): string {
  return name.replaceAll('\u0000', '\ufffd').replace(/\p{Surrogate}/gu, '\ufffd');
}

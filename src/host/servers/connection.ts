import { GAME, gameName } from '../../protocol/enumerations.ts';
import type { z } from 'zod';
import type { connection } from '../../protocol/servers/fields.ts';
import type { ConnectorTarget } from '../connectors/contract.ts';
import type { Secrets } from '../store/secrets/secrets.ts';
import type { GameServerRow } from '../store/tables/servers.ts';

/** Where a server is, as the wire names it. */
export type Connection = z.output<typeof connection>;

/** Where the sealed password belongs: it opens for this server alone. */
export function passwordContext(serverId: string): string {
  return `server/${serverId}/rcon-password`;
}

/** The connector's target. `password`: null for a game without remote control. */
export function targetOf(from: Connection, password: string | null): ConnectorTarget {
  const { rcon_port: port } = from;
  return {
    game: gameName(from.game),
    host: from.host,
    gamePort: from.game_port,
    queryPort: from.query_port,
    rcon: port === null || password === null ? null : { port, password },
  };
}

type StoredConnection = Pick<
  GameServerRow,
  'id' | 'game' | 'host' | 'game_port' | 'query_port' | 'rcon_port' | 'sealed_password'
>;

/** The target of a server of the database. Throws `SealError` where the key is another. */
export function storedTarget(row: StoredConnection, secrets: Secrets): ConnectorTarget {
  const game = Object.values(GAME).find((value) => value === row.game) ?? GAME.GENERIC;
  return targetOf({ ...row, game }, storedPassword(row, secrets));
}

/** The RCon password of a server of the database; null where it has none. Throws `SealError`. */
export function storedPassword(
  { id, sealed_password }: Pick<GameServerRow, 'id' | 'sealed_password'>,
  secrets: Secrets,
): string | null {
  return sealed_password === null ? null : secrets.open(sealed_password, passwordContext(id));
}

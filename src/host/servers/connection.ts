import { GAME, gameName, SERVER_ACTION, type GameName } from '../../protocol/enumerations.ts';
import type { z } from 'zod';
import type { connection, ServerSnapshot } from '../../protocol/servers/fields.ts';
import { createConnector } from '../connectors/connect.ts';
import type { ConnectorTarget } from '../connectors/contract.ts';
import type { ConnectorPorts } from '../connectors/ports.ts';
import type { Secrets } from '../store/secrets/secrets.ts';
import type { GameServerRow } from '../store/tables/servers.ts';

/** Where a server is, as the wire names it. */
export type Connection = z.output<typeof connection>;

/** Games whose remote control is spoken. */
const SPOKEN: readonly GameName[] = ['DAYZ', 'DAYZ_EXP', 'ARMA2', 'ARMA3'];

/** Whether servers of this game can be added. */
export function isSpoken(game: Connection['game']): boolean {
  return SPOKEN.includes(gameName(game));
}

/** Where the sealed password belongs: it opens for this server alone. */
export function passwordContext(serverId: string): string {
  return `server/${serverId}/rcon-password`;
}

/** What a claim is compared by: two spellings of one host name are one. */
export function hostKey(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

/** The connector's target. */
export function targetOf(from: Connection, rconPassword: string): ConnectorTarget {
  return {
    game: gameName(from.game),
    host: from.host,
    gamePort: from.game_port,
    queryPort: from.query_port,
    rconPort: from.rcon_port,
    rconPassword,
  };
}

type StoredConnection = Pick<
  GameServerRow,
  'id' | 'game' | 'host' | 'game_port' | 'query_port' | 'rcon_port' | 'sealed_password'
>;

/** The target of a server of the database. Throws `SealError` where the key is another. */
export function storedTarget(row: StoredConnection, secrets: Secrets): ConnectorTarget {
  const game = Object.values(GAME).find((value) => value === row.game) ?? GAME.GENERIC;
  const password = secrets.open(row.sealed_password, passwordContext(row.id));
  return targetOf({ ...row, game }, password);
}

/** What can be asked of a game, as values of the enumeration, in its order. */
export function actionsOf(
  target: ConnectorTarget,
  ports: ConnectorPorts,
): ServerSnapshot['configuration']['actions'] {
  const { actions } = createConnector(target, ports, () => undefined);
  return Object.entries(SERVER_ACTION)
    .filter(([name]) => (actions as ReadonlySet<string>).has(name))
    .map(([, value]) => value);
}

/** Which servers answer at an address, asked at the ports that games are usually set up with. */
import type { GameName } from '../../../protocol/enumerations.ts';
import { GAME_NAMES, GAMES, unnamedQueryPort } from '../../../protocol/games/games.ts';
import { FOUND_MAX } from '../../../protocol/servers/calls.ts';
import { parseInfo, type ServerInfo } from '../a2s/info.ts';
import { ask, type QueryOptions } from '../a2s/query.ts';
import { runsGame, statusOf } from '../a2s/status.ts';
import type { ConnectionFault } from '../contract.ts';
import { cut, figure, LIMITS } from '../limits.ts';
import type { ConnectorPorts } from '../ports.ts';

/** A lost datagram is repeated twice; whoever is there has answered by then. */
const ASKED: QueryOptions = { timeout: 700, again: 700, limit: 2_500 };

/** A server that answers. */
export interface FoundServer {
  readonly game: GameName;
  readonly gamePort: number;
  readonly queryPort: number;
  readonly name: string;
  readonly map: string;
  readonly players: number | null;
  readonly slots: number | null;
}

type Found =
  | { readonly ok: true; readonly servers: readonly FoundServer[] }
  | {
      readonly ok: false;
      readonly kind: Extract<
        ConnectionFault['kind'],
        'hostname-not-resolved' | 'address-not-allowed'
      >;
    };

/** Asks an address at every usual query port and at those `named`, within 2.5 s. Never rejects. */
export async function findServers(
  host: string,
  named: readonly number[],
  ports: ConnectorPorts,
): Promise<Found> {
  const resolved = await ports.resolve(host);
  if (!resolved.ok) return { ok: false, kind: resolved.kind };
  const { address } = resolved;
  const all = [...new Set([...named, ...usualQueryPorts()])].sort((a, b) => a - b);
  const asked = await Promise.all(
    all.map(async (port) => {
      const answer = await ask({ address, port }, 'info', ports, ASKED).result;
      const info = answer.ok ? parseInfo(answer.answer) : null;
      return info === null ? [] : [foundAt(port, info)];
    }),
  );
  const servers = new Map<string, FoundServer>();
  // One server may answer at two ports: at the one for questions, and at its game port.
  for (const found of asked.flat()) {
    const key = `${found.gamePort} ${found.name}`;
    const known = servers.get(key);
    if (known === undefined || known.queryPort === known.gamePort) {
      servers.set(key, found);
    }
  }
  return {
    ok: true,
    servers: [...servers.values()]
      .toSorted((a, b) => a.queryPort - b.queryPort)
      .slice(0, FOUND_MAX),
  };
}

/** Those where a server of any game is asked that is set up as it comes, or as one more on its machine. */
export function usualQueryPorts(): readonly number[] {
  const all = GAME_NAMES.flatMap((game) => {
    const { ports, furtherPorts } = GAMES[game];
    const { query, game: gamePort } = ports;
    const firsts = [query, unnamedQueryPort(game, gamePort)];
    return firsts.flatMap((first) => [first, ...furtherPorts.map((above) => first + above)]);
  });
  return [...new Set(all)];
}

function foundAt(queryPort: number, info: ServerInfo): FoundServer {
  const game =
    GAME_NAMES.find((name) => GAMES[name].folders.length > 0 && runsGame(info, name)) ?? 'GENERIC';
  const { population, name, map } = statusOf(info, game);
  return {
    game,
    gamePort: info.gamePort === null || info.gamePort === 0 ? queryPort : info.gamePort,
    queryPort,
    name: cut(name, LIMITS.label),
    map: cut(map, LIMITS.label),
    players: figure(population.players, LIMITS.count),
    slots: figure(population.slots, LIMITS.count),
  };
}

/** What simulated games have in the ban lists that they keep themselves. */
import { isMarked } from '../../src/domain/bans/own-list.ts';
import type { GameName } from '../../src/protocol/enumerations.ts';
import type { SimServer } from '../../src/sim/server.ts';
import { battleyeGuid } from '../../src/sim/world/player.ts';

export const BOB = '76561190000000001';
export const ADA = '76561190000000002';
export const EVE = '76561190000000003';

/** The game's list as `identity reason minutes`, without marks; those that Muster wrote begin with a plus. */
export function listOf({ world }: SimServer): readonly string[] {
  const bans = [
    ...[...world.bans.guids, ...world.bans.addresses].map(
      ({ target, reason, endsAt }) => [target, reason, endsAt] as const,
    ),
    ...[...world.steamBans].map(([id, { reason, endsAt }]) => [id, reason, endsAt] as const),
  ];
  return bans
    .map(([id, reason, endsAt]) => {
      const ours = isMarked(reason);
      const left = endsAt === undefined ? 'perm' : Math.round((endsAt - world.now()) / 60_000);
      return `${ours ? '+' : ''}${id} ${ours ? reason.slice(0, -13) : reason} ${left}`;
    })
    .toSorted();
}

/** Somebody else's entries: one before Muster's, one of an address, one with another Muster's mark. */
export function addForeign({ world }: SimServer, game: GameName): readonly string[] {
  const mark = 'Other [M:0123abcd]';
  if (game === 'RUST') {
    world.steamBans.set('76561190000000091', { name: 'a" "b', reason: 'TK', endsAt: undefined });
    world.steamBans.set('76561190000000092', { name: 'x', reason: mark, endsAt: undefined });
  } else {
    world.bans.add('f'.repeat(32), 0, 'TK', world.now());
    world.bans.add('192.0.2.7', 0, 'Their address', world.now());
    world.bans.add('e'.repeat(32), 0, mark, world.now());
    world.bans.write();
  }
  return listOf({ world } as SimServer);
}

export const inGame = (game: GameName, steamId: string) =>
  game === 'RUST' ? steamId : battleyeGuid(steamId);
export const entry = (game: GameName, steamId: string, left: number | 'perm' = 'perm') =>
  `+${inGame(game, steamId)} Griefing ${left}`;

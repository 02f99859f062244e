/** Which entries of a game's own list are Muster's, and how they are taken out. */
import { hasMark, MARK_LENGTH } from '../../domain/bans/own-list.ts';
import type { GameBan, GameList } from '../../domain/bans/game-list.ts';
import type { OwnBanList } from '../connectors/contract.ts';
import type { Secrets } from '../store/secrets/secrets.ts';

/** Entries of one server that change at once. */
export const CHANGES = 40;

/** Whatever host has written it, an entry of this Muster is known by it, and says nothing more of whom it is about. */
export function ownMarkOf(
  secrets: Pick<Secrets, 'mac'>,
  serverId: string,
  identity: string,
): string {
  return secrets
    .mac('own ban list', `${serverId} ${identity}`)
    .toString('hex')
    .slice(0, MARK_LENGTH);
}

/** Those of them that Muster has written for a server. */
export function oursOf<Ban extends GameBan>(
  secrets: Pick<Secrets, 'mac'>,
  serverId: string,
  bans: readonly Ban[],
): readonly Ban[] {
  return bans.filter(({ identity, reason }) =>
    hasMark(reason, ownMarkOf(secrets, serverId, identity)),
  );
}

/** How many are there, of so many that were seen; null: none was, in a list of which a part was read, so nobody knows. */
export function countOf(seen: number, { whole }: Pick<GameList, 'whole'>): number | null {
  return seen === 0 && !whole ? null : seen;
}

/**
 * Takes Muster's out until none is there: how many are left; null: nobody knows, or the game did not answer once. `goesOn` is
 * told how many there are after each reading, and says whether more of them may go. `most`: so many at once.
 */
export async function takeOut(
  list: OwnBanList,
  ours: (bans: readonly GameBan[]) => readonly GameBan[],
  goesOn: (left: number | null) => Promise<boolean>,
  most = CHANGES,
): Promise<number | null> {
  let left: number | null = null;
  for (;;) {
    const held = await list.read();
    if (held === null) return left;
    const there = ours(held.bans);
    left = countOf(there.length, held);
    if (!(await goesOn(left)) || there.length === 0) return left;
    if (!(await list.remove(there.slice(0, most))) || !(await list.keep())) return left;
  }
}

import { isolated } from '../../text/isolated.ts';
import { playerName } from '../../text/player-name.ts';
import type { FeedPlayer } from '../../../domain/feed/same-player.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { markOf, namesakesOf, useByGlance } from './namesakes.ts';

/** What a player is called in a question: with the end of their id where others on the server are called much like them. */
export function useToldName(serverId: string, player: FeedPlayer): string {
  const all = useSignalValue(useByGlance(serverId));
  const name = playerName({ ...player, id: player.id ?? '' });
  return player.name === '' || namesakesOf(all, player).length === 0
    ? isolated(name)
    : markedName(name, player);
}

/** A name with what tells its bearer apart. */
export function markedName(name: string, player: FeedPlayer): string {
  return `${isolated(name)} ${markOf(player)}`;
}

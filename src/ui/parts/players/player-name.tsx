import './names.css';
import { memo, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouter } from 'wouter';
import type { FeedPlayer } from '../../../domain/feed/same-player.ts';
import { shownName } from '../../text/player-name.ts';
import { playerHref, showPlayer, type PlayerRef } from './player-address.ts';
import { markOf, useHasNamesakes } from './namesakes.ts';

interface NamedPlayer extends FeedPlayer {
  readonly serverId: string;
  /** -1 where arrow keys lead from name to name: `useByArrows`. */
  readonly tabIndex?: -1 | undefined;
}

/**
 * A player's name, wherever it stands: it opens the card of the player over the page. Whom the game named and nobody
 * knows has none.
 */
export const PlayerName = memo(function PlayerName({ serverId, tabIndex, ...player }: NamedPlayer) {
  useTranslation('common');
  const { base } = useRouter();
  const alike = useHasNamesakes(player);
  const { id, muster_id, name } = player;
  const ref: PlayerRef = { serverId, id, muster_id };
  const href = playerHref(ref);
  const shown = shownName(name);
  if (href === null) return <bdi>{shown}</bdi>;
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) {
      return;
    }
    event.preventDefault();
    showPlayer(ref);
  };
  return (
    <a className="player-link" href={base + href} tabIndex={tabIndex} onClick={open}>
      <bdi>{shown}</bdi>
      {alike ? (
        <>
          {' '}
          <span className="namesake mono">{markOf(player)}</span>
        </>
      ) : null}
    </a>
  );
});

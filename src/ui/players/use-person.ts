import { computed } from '@preact/signals-react';
import { useMemo, useState } from 'react';
import type { PlayerView } from '../../domain/queries.ts';
import type { FeedPlayer } from '../../domain/feed/same-player.ts';
import { isSamePlayer } from '../../domain/feed/same-player.ts';
import { HELD_ENTRIES } from '../../domain/feed/entries.ts';
import { everybodyOn } from '../actions/use-player.ts';
import { useSignalValue } from '../data/use-signal.ts';
import { useReplaying, useRows, useView } from '../data/use-view.ts';
import type { PlayerRef } from '../parts/players/player-address.ts';
import { useCall, type Called } from '../parts/use-call.ts';

export interface Person extends FeedPlayer {
  /** As they are there now; undefined: they are not there, or nobody knows yet. */
  readonly here: PlayerView | undefined;
  /** As they were seen there last while the card is open. */
  readonly last: PlayerView | undefined;
  /** Whether the list of those who are there is known. */
  readonly ready: boolean;
  /** Whether the host is still to say who it is. */
  readonly asking: boolean;
  /** What the host knows of their stays; not asked of a recording, nor for whoever may not see the feed. */
  readonly profile: Called<'playerProfile'>;
}

/** Somebody on a server, whether they are there or have left, as far as the account may know. */
export function usePerson(who: PlayerRef, readsFeed: boolean): Person {
  const { serverId } = who;
  const replaying = useReplaying();
  const { ready, ids, row } = useView(everybodyOn(serverId));
  const found = useMemo(
    () =>
      computed(() => {
        for (const id of ids) {
          const player = row(id).value;
          if (player !== undefined && isSamePlayer({ ...who, name: '' }, player)) return player;
        }
        return undefined;
      }),
    [ids, row, who],
  );
  const here = useSignalValue(found);
  const [last, setLast] = useState(here);
  if (here !== undefined && here !== last) setLast(here);
  const muster_id = who.muster_id ?? last?.muster_id ?? null;
  const params = { server_id: serverId, muster_id: muster_id ?? '' };
  const asks = muster_id !== null && readsFeed && !replaying;
  const profile = useCall('playerProfile', asks ? { params } : null, here === undefined ? 1 : 0);
  const told = useNameInFeed(serverId, { id: who.id, muster_id, name: '' });
  return {
    id: here?.id ?? who.id ?? last?.id ?? null,
    muster_id,
    name: last?.name ?? profile.answer?.names[0]?.name ?? told ?? '',
    here,
    last,
    ready,
    asking: asks && profile.answer === null && profile.error === null,
    profile,
  };
}

/** What the feed called somebody last, as far as it is held here. */
function useNameInFeed(serverId: string, who: FeedPlayer): string | undefined {
  const kinds = ['join', 'leave', 'chat', 'kick', 'death'];
  const { rows } = useRows({ view: 'feed', server_id: serverId, kinds, limit: HELD_ENTRIES });
  const entry = rows.findLast(
    ({ entry: one }) => 'player' in one && one.player !== null && isSamePlayer(one.player, who),
  )?.entry;
  return entry !== undefined && 'player' in entry ? entry.player?.name : undefined;
}

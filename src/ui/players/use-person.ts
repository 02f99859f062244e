import { computed } from '@preact/signals-react';
import { useMemo, useState } from 'react';
import type { PlayerView } from '../../domain/queries.ts';
import { isPerson, isSamePlayer, type FeedPerson } from '../../domain/feed/same-player.ts';
import { HELD_ENTRIES } from '../../domain/feed/entries.ts';
import { everybodyOn } from '../actions/use-player.ts';
import { useSignalValue } from '../data/use-signal.ts';
import { useReplaying, useRows, useView } from '../data/use-view.ts';
import type { PlayerRef } from '../parts/players/player-address.ts';
import { useJoined } from '../parts/players/use-whole-persons.ts';
import { useCall, type Called } from '../parts/use-call.ts';

export interface Person extends FeedPerson {
  /** Another text where ids were joined to them, or parted from them: what was read of them is read again. */
  readonly joined: string;
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

const NO_IDS: readonly string[] = [];

/** Somebody on a server, whether they are there or have left, as far as the account may know. */
export function usePerson(who: PlayerRef, readsFeed: boolean): Person {
  const { serverId } = who;
  const replaying = useReplaying();
  const { ready, ids, row } = useView(everybodyOn(serverId));
  const [here, setHere] = useState<PlayerView>();
  const [last, setLast] = useState(here);
  const [of, setOf] = useState(who);
  if (of !== who) {
    setOf(who);
    setHere(undefined);
    setLast(undefined);
  }
  // Whoever is there is told again where they turn out to be another person: that one is asked for then.
  const asked = last?.muster_id ?? who.muster_id;
  const params = { server_id: serverId, muster_id: asked ?? '' };
  const asks = asked !== null && readsFeed && !replaying;
  const joined = useJoined(serverId, asked);
  const version = here === undefined ? `gone ${joined}` : joined;
  const profile = useCall('playerProfile', asks ? { params } : null, version);
  // What was answered last may be about somebody else.
  const { answer } = profile;
  const known = asked !== null && answer?.ids.includes(asked) === true ? answer : null;
  const found = useMemo(
    () =>
      computed(() => {
        const present = ids.flatMap((id) => row(id).value ?? []);
        // Whoever is there is told as the person they are now.
        const person = { id: null, muster_id: known?.muster_id ?? null, name: '' };
        return (
          present.find((player) => isSamePlayer({ ...who, name: '' }, player)) ??
          present.find((player) => isSamePlayer(person, player))
        );
      }),
    [ids, row, who, known],
  );
  const now = useSignalValue(found);
  if (now !== here) setHere(now);
  if (now !== undefined && now !== last) setLast(now);
  const muster_id = here?.muster_id ?? known?.muster_id ?? asked;
  const leading = known?.ids ?? NO_IDS;
  const told = useNameInFeed(serverId, { id: who.id, muster_id, name: '', ids: leading });
  return {
    id: here?.id ?? who.id ?? last?.id ?? null,
    muster_id,
    ids: leading,
    name: last?.name ?? profile.answer?.names[0]?.name ?? told ?? '',
    joined,
    here,
    last,
    ready,
    asking: asks && profile.answer === null && profile.error === null,
    profile,
  };
}

/** What the feed called somebody last, as far as it is held here. */
function useNameInFeed(serverId: string, who: FeedPerson): string | undefined {
  const kinds = ['join', 'leave', 'chat', 'kick', 'death'];
  const { rows } = useRows({ view: 'feed', server_id: serverId, kinds, limit: HELD_ENTRIES });
  const entry = rows.findLast(
    ({ entry: one }) => 'player' in one && one.player !== null && isPerson(one.player, who),
  )?.entry;
  return entry !== undefined && 'player' in entry ? entry.player?.name : undefined;
}

/** Players of one server whose names are hard to tell apart. */
import { computed, signal, type ReadonlySignal } from '@preact/signals-react';
import { createContext, useContext, useLayoutEffect, useMemo, useState } from 'react';
import { isSamePlayer, type FeedPlayer } from '../../../domain/feed/same-player.ts';
import { glanceOf } from '../../../domain/players/alike.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { useRows } from '../../data/use-view.ts';

/** Who is on a server, by what is seen of their names at a glance. */
export type ByGlance = ReadonlyMap<string, readonly FeedPlayer[]>;

const NOBODY: ReadonlySignal<ByGlance> = signal<ByGlance>(new Map());

/** Of the server whose names stand below. */
export const NamesakesContext = createContext(NOBODY);

/** Everybody on a server, for `NamesakesContext`. Names below it render again only where they need another mark. */
export function useByGlance(serverId: string): ReadonlySignal<ByGlance> {
  const { rows } = useRows({ view: 'names', server_id: serverId });
  const [{ all, tell }] = useState(held);
  useLayoutEffect(() => {
    tell(byGlance(rows));
  }, [tell, rows]);
  return all;
}

function held() {
  const all = signal<ByGlance>(new Map());
  const tell = (found: ByGlance) => {
    all.value = found;
  };
  return { all, tell };
}

/** Players of one server by what is seen of their names. */
export function byGlance(players: readonly FeedPlayer[]): ByGlance {
  const found = new Map<string, FeedPlayer[]>();
  for (const player of players) {
    const glance = glanceOf(player.name);
    const others = found.get(glance);
    if (others === undefined) found.set(glance, [player]);
    else others.push(player);
  }
  return found;
}

/** Those who are on the server and are called much like somebody. */
export function namesakesOf(all: ByGlance, player: FeedPlayer): readonly FeedPlayer[] {
  return (all.get(glanceOf(player.name)) ?? []).filter((other) => !isSamePlayer(other, player));
}

/** So much of an id tells people of one name apart. */
const SHOWN = 4;

/** What tells somebody apart from others of their name. */
export function markOf({ id, muster_id }: FeedPlayer): string {
  return (muster_id ?? id ?? '').slice(-SHOWN);
}

/** Whether somebody else on the server is called much like this player. */
export function useHasNamesakes({ id, muster_id, name }: FeedPlayer): boolean {
  const all = useContext(NamesakesContext);
  const has = useMemo(
    () => computed(() => name !== '' && namesakesOf(all.value, { id, muster_id, name }).length > 0),
    [all, id, muster_id, name],
  );
  return useSignalValue(has);
}

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

/** Takes a name that is drawn, until it is drawn no more; null: who could be meant is known without. */
export const NamedContext = createContext<((player: FeedPlayer) => () => void) | null>(null);

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

/** Names as they are drawn, and of those the ones that several people have. */
export function collectNames() {
  const all = signal<ByGlance>(new Map());
  const drawn = new Map<string, Map<string, { player: FeedPlayer; times: number }>>();
  const tell = () => {
    const shared = [...drawn].filter(([, people]) => people.size > 1);
    all.value = new Map(
      shared.map(([glance, people]) => [glance, [...people.values()].map(({ player }) => player)]),
    );
  };
  const add = (player: FeedPlayer) => {
    const { muster_id: id, name } = player;
    // Who is not known by an id may be any of them.
    if (id === null || name === '') return () => undefined;
    const glance = glanceOf(name);
    const people = drawn.get(glance) ?? new Map<string, { player: FeedPlayer; times: number }>();
    drawn.set(glance, people);
    const times = (people.get(id)?.times ?? 0) + 1;
    people.set(id, { player, times });
    if (times === 1 && people.size > 1) tell();
    return () => {
      const left = (people.get(id)?.times ?? 1) - 1;
      if (left > 0) {
        people.set(id, { player, times: left });
        return;
      }
      people.delete(id);
      if (people.size > 0) tell();
      else drawn.delete(glance);
    };
  };
  return { all, add };
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
  const add = useContext(NamedContext);
  useLayoutEffect(() => add?.({ id, muster_id, name }), [add, id, muster_id, name]);
  const has = useMemo(
    () => computed(() => name !== '' && namesakesOf(all.value, { id, muster_id, name }).length > 0),
    [all, id, muster_id, name],
  );
  return useSignalValue(has);
}

/** The text of a console in which names of players are doors to their cards. */
import { computed, signal, type ReadonlySignal } from '@preact/signals-react';
import {
  createContext,
  memo,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { HELD_ENTRIES } from '../../../domain/feed/entries.ts';
import {
  cutAtNames,
  knownNames,
  namedFirst,
  type KnownNames,
} from '../../../domain/players/console-names.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { useRows } from '../../data/use-view.ts';
import { PlayerName } from './player-name.tsx';
import { useWholePersons } from './use-whole-persons.ts';

const NOBODY: ReadonlySignal<KnownNames> = signal<KnownNames>(new Map());
const NamesContext = createContext(NOBODY);

/** What of the feed names a player who may have left. */
const NAMING = ['join', 'leave', 'chat', 'kick', 'death'];

/** Knows who the lines below are about: who is on the server, and who was, as far as its feed is held here. */
export function ConsoleNames({
  serverId,
  children,
}: {
  readonly serverId: string;
  readonly children: ReactNode;
}) {
  const here = useRows({ view: 'names', server_id: serverId }).rows;
  const feed = useRows({
    view: 'feed',
    server_id: serverId,
    kinds: NAMING,
    limit: HELD_ENTRIES,
  }).rows;
  const who = useWholePersons(serverId);
  const [{ all, tell }] = useState(held);
  useLayoutEffect(() => {
    const named = feed.flatMap(({ entry }) =>
      'player' in entry && entry.player !== null ? [entry.player] : [],
    );
    tell(knownNames([...here, ...named], who));
  }, [tell, here, feed, who]);
  return <NamesContext value={all}>{children}</NamesContext>;
}

function held() {
  const all = signal<KnownNames>(new Map());
  const tell = (known: KnownNames) => {
    all.value = known;
  };
  return { all, tell };
}

/** Lines of a console. Whom they name, one can open by a click or by the arrows (`useByArrows`). */
export const ConsoleText = memo(function ConsoleText({
  serverId,
  text,
}: {
  readonly serverId: string;
  readonly text: string;
}) {
  const [first, ...parts] = useMemo(() => cutAtNames(text), [text]);
  return (
    <>
      {first}
      {parts.map((part, at) => (
        <NameFirst key={`${at} ${part}`} serverId={serverId} part={part} />
      ))}
    </>
  );
});

/** A part that begins with a name, if it is one of a player who is known. Others who come and go render nothing. */
function NameFirst({ serverId, part }: { readonly serverId: string; readonly part: string }) {
  const known = useContext(NamesContext);
  const found = useMemo(() => computed(() => namedFirst(part, known.value)), [part, known]);
  const player = useSignalValue(found);
  if (player === null) return part;
  return (
    <>
      <PlayerName
        serverId={serverId}
        id={player.id}
        muster_id={player.muster_id}
        name={player.name}
        tabIndex={-1}
      />
      {part.slice(player.name.length)}
    </>
  );
}

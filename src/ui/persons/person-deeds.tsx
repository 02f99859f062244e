import type { ReactNode } from 'react';
import type { PlayerPlaceView } from '../../domain/queries.ts';
import { mayOpen } from '../../domain/permissions.ts';
import { STANDING } from '../../domain/servers/status.ts';
import { useOne } from '../data/use-view.ts';
import { CardDeeds } from '../players/card-deeds.tsx';
import type { PersonProfile } from './person-profile.ts';
import { ServerName } from '../parts/server-name.tsx';

interface Somebody {
  readonly muster_id: string;
  readonly name: string;
}

/**
 * What can be done about somebody at once: on each server where they are, or else on the one that saw them last, of those that
 * may be opened.
 */
export function PersonDeeds({
  who,
  places,
  ready,
  servers,
  onNotes,
}: {
  readonly who: Somebody;
  readonly places: readonly PlayerPlaceView[];
  /** Whether it is known where they are. */
  readonly ready: boolean;
  readonly servers: PersonProfile['servers'];
  readonly onNotes: (serverId: string) => void;
}) {
  if (!ready) return null;
  if (places.length === 0) {
    const last = servers.toSorted((a, b) => b.last_seen - a.last_seen);
    const ids = last.map(({ server_id }) => server_id);
    return <OnLast who={who} servers={ids} onNotes={onNotes} />;
  }
  return places.map((place) => (
    <div key={place.id} className="person-deeds">
      {places.length === 1 ? null : (
        <p className="soft">
          <ServerName id={place.server_id} />
        </p>
      )}
      <Deeds who={who} serverId={place.server_id} place={place} onNotes={onNotes} />
    </div>
  ));
}

/** What can be done on the first of these servers that may be opened. */
function OnLast({
  who,
  servers: [serverId, ...others],
  onNotes,
}: {
  readonly who: Somebody;
  readonly servers: readonly string[];
  readonly onNotes: (serverId: string) => void;
}) {
  if (serverId === undefined) return null;
  const otherwise = <OnLast who={who} servers={others} onNotes={onNotes} />;
  return (
    <Deeds
      who={who}
      serverId={serverId}
      place={undefined}
      onNotes={onNotes}
      otherwise={otherwise}
    />
  );
}

function Deeds({
  who: { muster_id, name },
  serverId,
  place,
  onNotes,
  otherwise = null,
}: {
  readonly who: Somebody;
  readonly serverId: string;
  readonly place: PlayerPlaceView | undefined;
  readonly onNotes: (serverId: string) => void;
  /** What is there in place of it where the server may not be opened. */
  readonly otherwise?: ReactNode;
}) {
  const { row: server, ready } = useOne({ view: 'server', server_id: serverId }, STANDING);
  const account = useOne({ view: 'account' }).row;
  if (!ready || account === undefined) return null;
  if (server === undefined || !mayOpen(account, server)) return otherwise;
  const person = { id: place?.id ?? null, here: place, ready: true, muster_id, name };
  return (
    <CardDeeds
      server={server}
      account={account}
      person={person}
      elsewhere={false}
      onNotes={() => onNotes(serverId)}
    />
  );
}

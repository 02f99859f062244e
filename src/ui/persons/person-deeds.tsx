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

/** What can be done about somebody at once: on each server where they are, or else on the one that saw them last. */
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
  const [last] = servers.toSorted((a, b) => b.last_seen - a.last_seen);
  if (places.length === 0) {
    if (last === undefined) return null;
    const { server_id } = last;
    return <Deeds who={who} serverId={server_id} place={undefined} onNotes={onNotes} />;
  }
  return places.map((place) => (
    <div key={place.id}>
      {places.length === 1 ? null : (
        <p className="soft">
          <ServerName id={place.server_id} />
        </p>
      )}
      <Deeds who={who} serverId={place.server_id} place={place} onNotes={onNotes} />
    </div>
  ));
}

function Deeds({
  who: { muster_id, name },
  serverId,
  place,
  onNotes,
}: {
  readonly who: Somebody;
  readonly serverId: string;
  readonly place: PlayerPlaceView | undefined;
  readonly onNotes: (serverId: string) => void;
}) {
  const { row: server } = useOne({ view: 'server', server_id: serverId }, STANDING);
  const account = useOne({ view: 'account' }).row;
  if (server === undefined || account === undefined || !mayOpen(account, server)) return null;
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

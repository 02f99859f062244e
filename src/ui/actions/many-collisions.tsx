import { serverName } from '../../domain/servers/server-name.ts';
import type { ServerRow } from '../../domain/rows.ts';
import { CollisionNotice } from './collision-notice.tsx';
import { SEND_ACTION, type SendKind } from './kinds.ts';

/** At so many servers at most it is said what others just did there: each is followed for it. */
const WATCHED = 12;

/** Says what somebody did just now on any of a few servers that are sent something. */
export function ManyCollisions({
  kind,
  servers,
}: {
  readonly kind: SendKind;
  readonly servers: readonly ServerRow[];
}) {
  if (servers.length > WATCHED) return null;
  return (
    <div className="many-collisions">
      {servers.map((server) => (
        <CollisionNotice
          key={server.id}
          serverId={server.id}
          plan={{ action: SEND_ACTION[kind], player: null }}
          at={serverName(server.configuration)}
        />
      ))}
    </div>
  );
}

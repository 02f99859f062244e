/** Tells that somebody was kept out, and by what: the feed, the audit of the server, and the protocol of the list. */
import type { Because } from '../../domain/bans/decide.ts';
import { serverStream } from '../../protocol/streams.ts';
import { banListResource, serverResource } from '../access/grants.ts';
import type { HostDeps } from '../calls/deps.ts';
import { change } from '../change/change.ts';
import type { OpenSession } from '../players/play-session.ts';
import { feedPlayer } from '../servers/tell-players.ts';
import { persist, type Persistence } from '../store/persist.ts';

export interface TellDeps
  extends Persistence, Pick<HostDeps, 'db' | 'secrets' | 'publish' | 'clock'> {}

/** What became of a kick. */
export type Outcome = 'done' | 'no-answer' | 'failed';

export async function tellKeptOut(
  deps: TellDeps,
  {
    serverId,
    stay,
    because,
    outcome,
  }: {
    readonly serverId: string;
    readonly stay: OpenSession;
    readonly because: Because;
    readonly outcome: Outcome;
  },
): Promise<void> {
  const { rule, version, ban, list } = because;
  const { reason, until } = ban;
  const { through } = list;
  const at = deps.clock();
  await persist(deps, () =>
    change({ ...deps, now: at }, async (made) => {
      const entry = {
        kind: 'kept-out',
        player: feedPlayer(stay),
        rule,
        ban: {
          id: ban.id,
          banlist_id: list.id,
          banlist: list.identifier,
          ...(through && { through }),
        },
        reason,
        until,
        outcome,
      } as const;
      made.tell(serverStream(serverId, 'feed'), 'server:feed', { server_id: serverId, at, entry });
      const { id: play_session, muster_id } = stay;
      const detail = { outcome, ban: ban.id, rule, version, play_session, muster_id };
      const told = { text: reason, target: { id: muster_id ?? play_session, name: stay.name } };
      const action = 'bans.enforce';
      made.audit({
        resource: serverResource(serverId),
        action,
        detail: { ...detail, banlist: list.id, ...(through && { through: through.id }) },
        told,
      });
      // Who is on servers of a list that follows it is nothing for those whose list it is.
      made.audit({
        resource: banListResource(through?.id ?? list.id),
        action,
        detail: { ...detail, server: serverId, ...(through && { banlist: list.id }) },
        told,
      });
    }),
  );
}

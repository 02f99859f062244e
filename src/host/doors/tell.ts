/** Tells what was decided about somebody, and why: the feed, the audit of the server, and the protocol of a ban's list. */
import type { Decision } from '../../domain/doors/decide.ts';
import { doorText } from '../../domain/doors/text.ts';
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import { serverStream } from '../../protocol/streams.ts';
import { banListResource, serverResource } from '../access/grants.ts';
import type { HostDeps } from '../calls/deps.ts';
import { change, type Change } from '../change/change.ts';
import type { OpenSession } from '../players/play-session.ts';
import { feedPlayer } from '../servers/tell-players.ts';
import { persist, type Persistence } from '../store/persist.ts';

export interface TellDeps
  extends Persistence, Pick<HostDeps, 'db' | 'secrets' | 'publish' | 'clock'> {}

/** What became of a kick or a message. */
export type Outcome = 'done' | 'no-answer' | 'failed';

interface Decided {
  readonly serverId: string;
  readonly stay: OpenSession;
  readonly decision: Exclude<Decision, { verdict: 'let-in' }>;
  readonly outcome: Outcome;
}

export async function tellDecision(deps: TellDeps, decided: Decided): Promise<void> {
  const at = deps.clock();
  const { serverId } = decided;
  await persist(deps, () =>
    change({ ...deps, now: at }, async (made) => {
      const entry = entryOf(decided);
      made.tell(serverStream(serverId, 'feed'), 'server:feed', { server_id: serverId, at, entry });
      audit(made, decided);
    }),
  );
}

function entryOf({ stay, decision, outcome }: Decided): FeedEntry {
  const { verdict, because } = decision;
  const { rule, entry } = because;
  const said = { kind: 'kept-out', player: feedPlayer(stay), rule, did: verdict, outcome } as const;
  if (entry.kind === 'ban') {
    const { ban, list } = entry;
    const { id: banlist_id, identifier: banlist, through } = list;
    const { reason, until } = ban;
    const of = { id: ban.id, banlist_id, banlist, ...(through && { through }) };
    return { ...said, ban: of, reason, until };
  }
  const reason = doorText(verdict, because);
  const ping = entry.kind === 'ping' && { ping: { was: entry.ping, max: entry.max } };
  return { ...said, ...ping, ban: null, reason, until: null };
}

function audit(made: Change, { serverId, stay, decision, outcome }: Decided): void {
  const { verdict, because } = decision;
  const { rule, version, entry } = because;
  const { id: play_session, muster_id } = stay;
  const detail = { outcome, rule, version, play_session, muster_id };
  const target = { id: muster_id ?? play_session, name: stay.name };
  const resource = serverResource(serverId);
  if (entry.kind !== 'ban') {
    const told = { text: doorText(verdict, because), target };
    made.audit({ resource, action: `modules.${verdict}`, detail, told });
    return;
  }
  const { ban, list } = entry;
  const action = 'bans.enforce';
  const of = { ...detail, ban: ban.id };
  const told = { text: ban.reason, target };
  const { through } = list;
  made.audit({
    resource,
    action,
    detail: { ...of, banlist: list.id, ...(through && { through: through.id }) },
    told,
  });
  // Who is on servers of a list that follows it is nothing for those whose list it is.
  made.audit({
    resource: banListResource(through?.id ?? list.id),
    action,
    detail: { ...of, server: serverId, ...(through && { banlist: list.id }) },
    told,
  });
}

/** Tells what was decided about somebody, and why: the feed, the audit of the server, and the protocol of a ban's list. */
import type { FilterHit } from '../../domain/doors/rule.ts';
import { doorText } from '../../domain/doors/text.ts';
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import { serverStream } from '../../protocol/streams.ts';
import { banListResource, serverResource } from '../access/grants.ts';
import type { HostDeps } from '../calls/deps.ts';
import { change, type Change } from '../change/change.ts';
import type { OpenSession } from '../players/play-session.ts';
import { feedPlayer } from '../servers/tell-players.ts';
import { banByFilter } from './ban-by-filter.ts';
import { persist, type Persistence } from '../store/persist.ts';
import type { Cause } from './due.ts';
import type { Exchange, KeptOut, Outcome } from './send.ts';

export interface TellDeps
  extends Persistence, Pick<HostDeps, 'db' | 'secrets' | 'publish' | 'clock'> {}

interface Decided {
  readonly serverId: string;
  readonly stay: OpenSession;
  readonly decision: KeptOut;
  /** What made somebody look. */
  readonly seen: Cause;
  readonly outcome: Outcome;
  readonly exchange: Exchange;
  /** The ban that a filter made. */
  readonly made?: { readonly id: string; readonly banlist_id: string };
  /** They had left before they could be kicked. */
  readonly left: boolean;
}

export async function tellDecision(deps: TellDeps, asked: Decided): Promise<void> {
  const at = deps.clock();
  const { serverId } = asked;
  await persist(deps, () =>
    change({ ...deps, now: at }, async (made) => {
      const decided = await banned(made, asked);
      if (asked.left && decided.decision.verdict !== 'ban') return;
      const entry = entryOf(decided);
      made.tell(serverStream(serverId, 'feed'), 'server:feed', { server_id: serverId, at, entry });
      audit(made, decided);
    }),
  );
}

/** Bans whom a filter bans; where nobody can be banned, they were kicked, and that is said. */
async function banned(made: Change, asked: Decided): Promise<Decided> {
  const { serverId, stay, decision } = asked;
  const { entry } = decision.because;
  if (decision.verdict !== 'ban' || entry.kind !== 'filter') return asked;
  const ban = await banByFilter(made, serverId, stay, entry.filter);
  if (ban !== null) return { ...asked, made: ban };
  return { ...asked, decision: { ...decision, verdict: 'kick' } };
}

function entryOf({ stay, decision, seen, outcome, exchange, made }: Decided): FeedEntry {
  const { verdict, because } = decision;
  const { rule, version, entry } = because;
  const sent = doorText(verdict, because);
  const by = { player: feedPlayer(stay), seen, rule, version, did: verdict, sent, outcome };
  const { command, answer } = exchange;
  const said = {
    kind: 'kept-out',
    ...by,
    ...(command !== null && { command }),
    ...(answer !== null && { answer }),
    ...(made && { made }),
  } as const;
  if (entry.kind === 'ban') {
    const { ban, list } = entry;
    const { id: banlist_id, identifier: banlist, through, public: isPublic } = list;
    const { reason, until } = ban;
    const shown = isPublic && { public: true as const };
    const named = { id: ban.id, banlist_id, banlist, by: [...entry.by], ...shown };
    const of = { ...named, ...(through && { through }) };
    return { ...said, ban: of, reason, until };
  }
  const ping = entry.kind === 'ping' && { ping: { was: entry.ping, max: entry.max } };
  const filter = entry.kind === 'filter' && { filter: filterOf(entry.filter) };
  return { ...said, ...ping, ...filter, ban: null, reason: sent, until: null };
}

function filterOf({ id, bucket, term }: FilterHit) {
  return { id, bucket_id: bucket.id, bucket: bucket.identifier, term };
}

function audit(made: Change, { serverId, stay, decision, outcome }: Decided): void {
  const { verdict, because } = decision;
  const { rule, version, entry } = because;
  const { id: play_session, muster_id } = stay;
  const filter = entry.kind === 'filter' ? { filter: entry.filter.id } : {};
  const detail = { outcome, rule, version, play_session, muster_id, ...filter };
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

/** What tells entries apart: who is told twice of one reads nothing new. */
export function entryId(entry: Decided['decision']['because']['entry']): string {
  if (entry.kind === 'ban') return entry.ban.id;
  return entry.kind === 'filter' ? entry.filter.id : '';
}

/** Why somebody was kicked, banned or warned, as far as an entry of the feed or of the audit has kept it. */
import { z } from 'zod';
import { REMOVAL_REASON, SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import { hexId } from '../../protocol/fields.ts';
import type { AuditRow } from '../audit/row.ts';
import type { FeedPlayer } from '../feed/same-player.ts';

type KeptOut = Extract<FeedEntry, { kind: 'kept-out' }>;

/** What a rule found somebody by; a field that is absent was not kept. */
export type FoundBy =
  | {
      readonly kind: 'ban';
      readonly id: string;
      readonly listId: string;
      /** As the feed tells it, with its list; absent in the audit. */
      readonly told?: NonNullable<KeptOut['ban']>;
      readonly reason?: string;
      readonly until?: number | null;
    }
  | {
      readonly kind: 'filter';
      readonly id: string;
      /** As the feed tells it, with its bucket; absent in the audit. */
      readonly told?: NonNullable<KeptOut['filter']>;
    }
  | { readonly kind: 'ping'; readonly was: number; readonly max: number }
  | { readonly kind: 'module' };

/** Muster did it. */
export interface ByMuster {
  readonly by: 'muster';
  readonly did: NonNullable<KeptOut['did']>;
  readonly seen?: NonNullable<KeptOut['seen']>;
  readonly rule: KeptOut['rule'];
  readonly version?: number;
  readonly found: FoundBy;
  readonly sent?: string;
  readonly command?: string;
  readonly answer?: string;
  /** The ban that a filter made. */
  readonly made?: NonNullable<KeptOut['made']>;
  readonly outcome: KeptOut['outcome'];
  /** Read in the audit: what the game was asked and answered stands in the feed alone. */
  readonly audited: boolean;
}

/**
 * Why no command went to the game: only of a ban that was made all the same is it known that the player had left. null: one
 * went, or it was not kept.
 */
export function unsent({
  seen,
  command,
  did,
  outcome,
}: Pick<ByMuster, 'seen' | 'command' | 'did' | 'outcome'>): 'left' | 'unknown' | null {
  if (seen === undefined || command !== undefined) return null;
  return did === 'ban' && outcome === 'done' ? 'left' : 'unknown';
}

/** Something that was done to somebody, and what is kept of it. */
export interface Why {
  readonly serverId: string;
  readonly at: number;
  readonly player: FeedPlayer;
  readonly because:
    | ByMuster
    /** The game told it, and by whom; what Muster or an admin asked for is another entry. */
    | { readonly by: 'game'; readonly entry: Extract<FeedEntry, { kind: 'kick' }> }
    /** Somebody asked for it. */
    | { readonly by: 'person'; readonly entry: Extract<FeedEntry, { kind: 'action' }> };
}

/** null: nothing was done to anybody there. */
export function whyOfFeed(serverId: string, at: number, entry: FeedEntry): Why | null {
  const where = { serverId, at };
  switch (entry.kind) {
    case 'kept-out':
      return { ...where, player: entry.player, because: ofKeptOut(entry) };
    case 'kick':
      return { ...where, player: entry.player, because: { by: 'game', entry } };
    case 'action': {
      const { action, player } = entry;
      if (action !== SERVER_ACTION.SERVER_KICK || player === null) return null;
      return { ...where, player, because: { by: 'person', entry } };
    }
    default:
      return null;
  }
}

function ofKeptOut(entry: KeptOut): ByMuster {
  const { did = 'kick', rule, seen, version, sent, command, answer, made, outcome } = entry;
  return {
    by: 'muster',
    did,
    rule,
    ...(seen && { seen }),
    ...(version !== undefined && { version }),
    found: foundByFeed(entry),
    ...(sent !== undefined && { sent }),
    ...(command !== undefined && { command }),
    ...(answer !== undefined && { answer }),
    ...(made && { made }),
    outcome,
    audited: false,
  };
}

function foundByFeed({ ban, filter, ping, reason, until }: KeptOut): FoundBy {
  if (ban !== null) {
    const { id, banlist_id: listId } = ban;
    return { kind: 'ban', id, listId, told: ban, reason, until };
  }
  if (filter !== undefined) return { kind: 'filter', id: filter.id, told: filter };
  return ping === undefined ? { kind: 'module' } : { kind: 'ping', ...ping };
}

const DID = {
  'bans.enforce': 'kick',
  'modules.kick': 'kick',
  'modules.warn': 'warn',
  'modules.ban': 'ban',
} as const;

const audited = z.object({
  rule: z.enum(REMOVAL_REASON),
  version: z.int().min(1).optional(),
  outcome: z.enum(['done', 'no-answer', 'failed']),
  play_session: hexId,
  muster_id: hexId.nullish(),
  ban: hexId.optional(),
  banlist: hexId.optional(),
  filter: hexId.optional(),
  server: hexId.optional(),
});

/** The same of an entry of the audit: of the server, or of the list whose ban it was. null: it tells of nothing of the kind. */
export function whyOfAudit(row: AuditRow): Why | null {
  const { action, detail, at, text, target_name: name = '' } = row;
  const did = Object.hasOwn(DID, action) ? DID[action as keyof typeof DID] : undefined;
  const { data } = audited.safeParse(detail);
  const serverId = row.server_id ?? data?.server;
  if (did === undefined || data === undefined || serverId === undefined) return null;
  const { rule, version, outcome, play_session, muster_id = null, ban, filter } = data;
  const listId = data.banlist ?? row.banlist_id;
  const isBan = ban !== undefined && listId !== undefined;
  const found: FoundBy = isBan
    ? { kind: 'ban', id: ban, listId, ...(text !== undefined && { reason: text }) }
    : filter === undefined
      ? { kind: 'module' }
      : { kind: 'filter', id: filter };
  const kept = { ...(version !== undefined && { version }), ...(!isBan && text && { sent: text }) };
  return {
    serverId,
    at,
    player: { id: play_session, muster_id, name },
    because: { by: 'muster', did, rule, found, outcome, ...kept, audited: true },
  };
}

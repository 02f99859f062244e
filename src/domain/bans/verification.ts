/**
 * The way of a ban list to being verified: what is asked of it, where it stands, and what may follow. Host and portal both
 * ask it. Second specification, sections 4 and 9.
 */
import { BAN_LIMIT, VERIFICATION_REQUIREMENT } from '../../protocol/bans/limits.ts';
import type { KeptVerification, Verification } from '../../protocol/bans/limits.ts';

export type Requirement = (typeof VERIFICATION_REQUIREMENT)[number];

/** What is known of a list, beside what was decided about it. */
export interface ListFacts {
  readonly public: boolean;
  readonly profile: boolean;
  /** In force. */
  readonly bans: number;
  readonly created_at: number;
  /** Owners of servers that obey it, or a list that follows it, beside its own. */
  readonly communities: number;
}

/** What was decided about a list; `decided_at`: when it was denied last, or verified. */
export interface Decided {
  readonly state: KeptVerification;
  readonly decided_at: number | null;
}

/** What is done on that way: by those whose list it is, by staff, or (`lapse`) where it is hidden, bare or another owner's. */
export const VERIFICATION_ACT = ['request', 'cancel', 'approve', 'deny', 'lapse'] as const;
export type VerificationAct = (typeof VERIFICATION_ACT)[number];

const { bans, months, communities, waitDays } = BAN_LIMIT.verification;
const DAY = 86_400_000;

const MET: Readonly<Record<Requirement, (facts: ListFacts, now: number) => boolean>> = {
  public: (facts) => facts.public,
  profile: (facts) => facts.profile,
  bans: (facts) => facts.bans >= bans,
  age: (facts, now) => now >= oldEnoughAt(facts.created_at),
  reach: (facts) => facts.communities >= communities,
};

/** What is asked of a list and is not so, in its order. */
export function missingFor(facts: ListFacts, now: number): readonly Requirement[] {
  return VERIFICATION_REQUIREMENT.filter((one) => !MET[one](facts, now));
}

/** When a list is three months old: the same day of the month, or the last of a shorter one. */
export function oldEnoughAt(createdAt: number): number {
  const made = new Date(createdAt);
  const day = made.getUTCDate();
  const then = new Date(createdAt);
  then.setUTCDate(1);
  then.setUTCMonth(then.getUTCMonth() + months);
  const last = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate();
  then.setUTCDate(Math.min(day, last));
  return then.getTime();
}

/** Until when a denied list waits; null: it need not. */
export function waitsUntil({ state, decided_at }: Decided): number | null {
  return state === 'denied' ? (decided_at ?? 0) + waitDays * DAY : null;
}

/** Where a list stands now. */
export function verificationOf(decided: Decided, facts: ListFacts, now: number): Verification {
  const { state } = decided;
  if (state === 'in-review' || state === 'verified') return state;
  const until = waitsUntil(decided);
  if (until !== null && now < until) return 'denied';
  return missingFor(facts, now).length === 0 ? 'requestable' : 'unlisted';
}

/** What is kept after each act, by where a list stands; where nothing stands, the act is refused. */
const NEXT: Readonly<
  Record<Verification, Readonly<Partial<Record<VerificationAct, KeptVerification>>>>
> = {
  unlisted: {},
  requestable: { request: 'in-review' },
  'in-review': { cancel: 'none', approve: 'verified', deny: 'denied', lapse: 'none' },
  verified: { cancel: 'none', deny: 'denied', lapse: 'none' },
  denied: {},
};

/** What becomes of a list by an act; null: it is refused. Nothing is approved that lacks what is asked. */
export function afterAct(
  act: VerificationAct,
  decided: Decided,
  facts: ListFacts,
  now: number,
): KeptVerification | null {
  if (act === 'approve' && missingFor(facts, now).length > 0) return null;
  return NEXT[verificationOf(decided, facts, now)][act] ?? null;
}

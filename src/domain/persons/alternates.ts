/** How likely two persons are one who plays under two identities: a guess, with what speaks for it and against it. */
import { EVIDENCE, type EvidenceKind } from '../../protocol/persons/evidence.ts';

/** A stay as far as the one who asks may see it. */
export interface SeenStay {
  readonly server_id: string;
  readonly joined_at: number;
  /** null: it goes on. */
  readonly left_at: number | null;
  /** null: not known, or not for the one who asks. */
  readonly ip: string | null;
}

/** What is compared of a person. */
export interface Compared {
  /** Keys of their names. */
  readonly names: readonly string[];
  readonly stays: readonly SeenStay[];
  /** Addresses of stays that the one who asks may not see otherwise. */
  readonly addresses?: readonly string[];
}

/** How much each of them weighs: of 100, all taken together. What is below zero speaks against it. */
export const EVIDENCE_WEIGHT: Readonly<Record<EvidenceKind, number>> = {
  /** An address that few others had. */
  'same-address': 45,
  'more-addresses': 15,
  /** An address that many others had: of a café, or of a provider that gives one to many. */
  'crowded-address': 10,
  /** One came to a server within minutes of the other's leaving it, from the same address. */
  'came-as-the-other-went': 20,
  'same-name': 25,
  'names-alike': 12,
  /** Both are there often, and never at one time. */
  'never-together': 10,
  /** Both were on at one time: two people, or one with two machines. */
  together: -50,
};

/** A guess below this is not told. */
export const GUESS_MIN = 30;
/** An address that more persons had says little. */
export const CROWD = 4;

const SOON_MS = 10 * 60_000;
/** A moment that two lists may disagree about. */
const TOGETHER_MS = 60_000;
/** Shorter keys are in too many names. */
const TELLING = 4;
const OFTEN = 5;

export interface Evidence {
  readonly kind: EvidenceKind;
  readonly weight: number;
  /** How many addresses, names or times it is made of. */
  readonly count: number;
}

export interface Guess {
  /** 0 to 100. */
  readonly score: number;
  /** What weighs most first. */
  readonly evidence: readonly Evidence[];
}

/**
 * Weighs what two persons have in common. `crowd`: how many persons had an address. Which of the two comes first makes no
 * difference.
 */
export function weighAlternate(
  one: Compared,
  other: Compared,
  crowd: (ip: string) => number,
): Guess {
  const counts = countsOf(one, other, crowd);
  const evidence = EVIDENCE.flatMap((kind): Evidence[] => {
    const count = counts[kind];
    return count === 0 ? [] : [{ kind, weight: EVIDENCE_WEIGHT[kind], count }];
  });
  const sum = evidence.reduce((total, { weight }) => total + weight, 0);
  return {
    score: Math.min(100, Math.max(0, sum)),
    evidence: evidence.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight)),
  };
}

function countsOf(
  one: Compared,
  other: Compared,
  crowd: (ip: string) => number,
): Readonly<Record<EvidenceKind, number>> {
  const theirs = new Set(addressesOf(other));
  const shared = addressesOf(one).filter((ip) => theirs.has(ip));
  const telling = shared.filter((ip) => crowd(ip) <= CROWD);
  const same = namesOf(one).filter((name) => namesOf(other).includes(name));
  const alike = same.length > 0 ? 0 : pairsAlike(namesOf(one), namesOf(other));
  const together = timesTogether(one.stays, other.stays);
  const soon = timesSoon(one.stays, other.stays) + timesSoon(other.stays, one.stays);
  const often = Math.min(one.stays.length, other.stays.length) >= OFTEN;
  return {
    'same-address': telling.length,
    'more-addresses': telling.length > 1 ? telling.length : 0,
    'crowded-address': telling.length === 0 ? shared.length : 0,
    'came-as-the-other-went': soon,
    'same-name': same.length,
    'names-alike': alike,
    'never-together': often && together === 0 ? Math.min(one.stays.length, other.stays.length) : 0,
    together,
  };
}

export function addressesOf({ stays, addresses = [] }: Compared): readonly string[] {
  return [...new Set([...stays.flatMap(({ ip }) => ip ?? []), ...addresses])];
}

function namesOf({ names }: Compared): readonly string[] {
  return [...new Set(names)].filter((name) => Array.from(name).length >= TELLING);
}

/** Names of which one holds the other, or that differ in one letter. */
function pairsAlike(ones: readonly string[], others: readonly string[]): number {
  return ones.flatMap((a) => others.filter((b) => isAlike(a, b))).length;
}

function isAlike(a: string, b: string): boolean {
  return a.includes(b) || b.includes(a) || differsByOne(a, b);
}

/** One letter is another, or there is one more. */
function differsByOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  let end = 0;
  const left = Math.min(a.length, b.length) - start;
  while (end < left && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return Math.max(a.length, b.length) - start - end <= 1;
}

/** Stays of one during which the other was on, wherever that was. */
function timesTogether(ones: readonly SeenStay[], others: readonly SeenStay[]): number {
  let times = 0;
  for (const a of ones) {
    for (const b of others) {
      const from = Math.max(a.joined_at, b.joined_at);
      const until = Math.min(a.left_at ?? Infinity, b.left_at ?? Infinity);
      if (until - from > TOGETHER_MS) times += 1;
    }
  }
  return times;
}

/** Times that the second came to where the first had just left, from the same address. */
function timesSoon(first: readonly SeenStay[], second: readonly SeenStay[]): number {
  let times = 0;
  for (const { server_id, left_at, ip } of first) {
    if (left_at === null || ip === null) continue;
    const came = second.some(
      (stay) =>
        stay.server_id === server_id &&
        stay.ip === ip &&
        stay.joined_at >= left_at &&
        stay.joined_at - left_at <= SOON_MS,
    );
    if (came) times += 1;
  }
  return times;
}

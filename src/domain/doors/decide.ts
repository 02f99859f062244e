/**
 * Who may be on a server: the one decision. `docs/decisions/decision-order.md` is its table. The host hands in what it knows,
 * and does what comes of it.
 */
import { DOOR_RULE, type DoorRule } from '../../protocol/modules/decision.ts';
import { ban } from './ban.ts';
import { chatFilter, nameFilter } from './filters.ts';
import { geoblocking } from './geoblocking.ts';
import { ping } from './ping.ts';
import { reservedSlots } from './reserved-slots.ts';
import { steam } from './steam.ts';
import { vpn } from './vpn.ts';
import { whitelist } from './whitelist.ts';
import type { Door, Found, Rule, Visitor } from './rule.ts';

/** Raised with every change of what is decided: it is kept beside each reason. */
export const DECISION_VERSION = 6;

/** Each by its name; they are asked in the order of the names. */
export const RULES: Readonly<Record<DoorRule, Rule>> = {
  ban,
  whitelist,
  geoblocking,
  vpn,
  steam,
  'name-filter': nameFilter,
  'reserved-slot': reservedSlots,
  ping,
  'chat-filter': chatFilter,
};

/** Why somebody is told something, or kept out. */
export interface Because extends Omit<Found, 'verdict'> {
  readonly version: number;
}

export type Decision =
  | { readonly verdict: 'let-in' }
  | { readonly verdict: Found['verdict']; readonly because: Because };

/**
 * What becomes of somebody who is on a server, or about to be, at a moment: the first that keeps them out is the reason that is
 * told and kept, or else the first that warns them.
 */
export function decide(visitor: Visitor, door: Door, now: number): Decision {
  const found = DOOR_RULE.flatMap((rule) => RULES[rule](visitor, door, now) ?? []);
  const first = found.find(({ verdict }) => verdict !== 'warn') ?? found[0];
  if (first === undefined) return { verdict: 'let-in' };
  const { verdict, ...because } = first;
  return { verdict, because: { ...because, version: DECISION_VERSION } };
}

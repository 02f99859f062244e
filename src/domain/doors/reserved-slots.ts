import type { Rule } from './rule.ts';

/** Whoever holds no reserved slot while as many as may be on without one came before them. */
export const reservedSlots: Rule = ({ place }, { modules: { reserved_slots: set } }) => {
  if (!set.active || place === null || place.ahead < place.open) return null;
  return { verdict: 'kick', rule: 'reserved-slot', entry: { kind: 'reserved-slot' } };
};

/** How many may be on without a reserved slot: the others are kept free, or taken by those who hold one. */
export function openPlaces(slots: number, amount: number, holders: number): number {
  return Math.max(0, slots - Math.max(amount, holders));
}

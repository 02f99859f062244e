import type { GameFact, SeenPlayer } from './contract.ts';

type WithoutTime<Fact> = Fact extends unknown ? Omit<Fact, 'at'> : never;

/** A fact before it is given its time. */
export type UntimedFact = WithoutTime<GameFact>;

/** A player of whom this is known now; null where it was known already. */
export function changedPlayer(before: SeenPlayer, change: Partial<SeenPlayer>): SeenPlayer | null {
  const after = { ...before, ...change };
  const fields = Object.keys(change) as (keyof SeenPlayer)[];
  return fields.every((field) => before[field] === after[field]) ? null : after;
}

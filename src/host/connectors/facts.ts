import type { GameFact } from './contract.ts';

type WithoutTime<Fact> = Fact extends unknown ? Omit<Fact, 'at'> : never;

/** A fact before it is given its time. */
export type UntimedFact = WithoutTime<GameFact>;

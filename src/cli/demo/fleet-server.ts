import type { SimGame } from '../../sim/games.ts';

/** One server of the demo: what its simulator is, and how it stands in the portal. */
export interface FleetServer {
  /** Its name in the portal. */
  readonly identifier: string;
  /** What it calls itself. */
  readonly name: string;
  readonly game: SimGame;
  /** null: the game's usual one. */
  readonly map: string | null;
  readonly timezone: string;
  readonly slots: number;
  /** How many are on it, taken over a day's busiest hour; more than fit make a queue. */
  readonly players: number;
  readonly seed: number;
  /** 0: never. */
  readonly restartEveryHours: number;
  /** Until the first restart. */
  readonly firstRestartMinutes: number;
  /** `password-refused`: the portal has the wrong one; `comes-and-goes`: its network fails again and again. */
  readonly trouble: 'none' | 'password-refused' | 'comes-and-goes';
}

import type { SimGame } from '../games.ts';

/** A Workshop mod as the server browser shows it. */
export interface SimMod {
  readonly name: string;
  readonly workshopId: number;
}

/** One entry of the PLAYER answer. */
export interface QueryPlayer {
  readonly name: string;
  readonly score: number;
  readonly seconds: number;
}

/** What the query port tells of a server at one moment. */
export interface QueryView {
  readonly game: SimGame;
  readonly name: string;
  readonly map: string;
  readonly gamePort: number;
  readonly slots: number;
  readonly players: readonly QueryPlayer[];
  /** Players in INFO beyond those in PLAYER: some community servers pad their figures. */
  readonly padding: number;
  /** People who wait because the server is full. */
  readonly queue: number;
  /** When the world of a Rust server was last made again, in milliseconds since the epoch. */
  readonly wipedAt: number;
  /** Since the process started. */
  readonly uptimeSeconds: number;
  /** The world's time of day, in minutes since midnight. */
  readonly timeOfDay: number;
  /** How much faster than real time the world's day and night pass. */
  readonly acceleration: { readonly day: number; readonly night: number };
  readonly locked: boolean;
  readonly mods: readonly SimMod[];
}

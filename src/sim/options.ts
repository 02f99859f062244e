import type { SimMod } from './a2s/view.ts';
import type { SessionTimes } from './battleye/session.ts';
import type { Clock } from './clock.ts';
import type { SimGame } from './games.ts';
import type { Hostility } from './net/hostile-network.ts';
import type { Network } from './net/network.ts';
import type { ConnectionLimit } from './rust/admissions.ts';
import type { JoinDelays } from './world/game-world.ts';
import type { WorldEvent } from './world/world-event.ts';

/** How to start a simulated server. Only the game has no default. */
export interface SimServerOptions {
  readonly game: SimGame;
  /** 127.0.0.1 by default. */
  readonly host?: string;
  /** 0, the default, takes any free port. ArmA 2 listens for RCon on its game port. */
  readonly gamePort?: number;
  readonly queryPort?: number;
  readonly rconPort?: number;
  readonly password?: string;
  readonly name?: string;
  /** The game's usual one by default. */
  readonly map?: string;
  readonly slots?: number;
  readonly seed?: number;
  /** How many people are on the server on average; 0, the default, leaves it to `join`. */
  readonly players?: number;
  /** They are there from the first moment, in the middle of their sessions, instead of rushing in. */
  readonly settled?: boolean;
  /** Share of the names that a careless parser trips over; 0.08 by default. */
  readonly awkward?: number;
  /** How much more come in the evening, and fewer before morning, as a share; 0.4 by default. */
  readonly daySwing?: number;
  /** How much faster than real time the world lives. The protocols' waits stay real. */
  readonly speed?: number;
  readonly mods?: readonly SimMod[];
  /** Hours of the world between two announced restarts; none by default. */
  readonly restartEveryHours?: number;
  /** Hours of the world until the first of them; as many as between two by default. */
  readonly firstRestartHours?: number;
  /** Milliseconds of real time that a restart takes until RCon listens and until it answers. */
  readonly restart?: { readonly downMs: number; readonly loadingMs: number };
  /** World time of the steps of a join, or `'manual'`. */
  readonly join?: JoinDelays | 'manual';
  readonly masterReachable?: boolean;
  /**
   * Every oddity that has been seen on real servers, and a bad network: defaults for all of
   * `hostility`, `awkward`, `rapidLoginLoss`, `oddLists`, `padding` and `splitAbove`.
   */
  readonly hostile?: boolean;
  /** Player lists with gaps in the numbers, out of order, and with some twice for a moment; expired bans. */
  readonly oddLists?: boolean;
  /** How far pings stray from somebody's usual one, ms; 0, the default, keeps them steady. */
  readonly pingSpread?: number;
  /** How many websockets a Rust server gives to one address. */
  readonly connectionLimit?: ConnectionLimit;
  /** A Rust server of 2019: numbers for types, ids of entities in the console, no channels. */
  readonly oldRust?: boolean;
  /** Bytes of text in one packet before an answer is cut into parts. */
  readonly fragmentSize?: number;
  readonly sessionTimes?: SessionTimes;
  /**
   * Share of logins that go unheard when they come within 2 s of the last; 0 by default.
   * `'measured'` is more the faster they come.
   */
  readonly rapidLoginLoss?: number | 'measured';
  /** Query answers beyond this many bytes are split; DayZ sends one datagram of any length. */
  readonly splitAbove?: number;
  /** Players that INFO counts and PLAYER does not have. */
  readonly padding?: number;
  readonly acceleration?: { readonly day: number; readonly night: number };
  /** How much the server's log keeps of each kind; 100,000 by default. */
  readonly logged?: number;
  readonly clock?: Clock;
  /** What lies between the server and its clients; a perfect network by default. */
  readonly hostility?: Hostility;
  /** Real sockets by default. */
  readonly network?: Network;
  /** Hears of everything that happens, before it is put into a protocol's words. */
  readonly onEvent?: (event: WorldEvent) => void;
}

/** The options with every default filled in. */
export type ResolvedOptions = Required<
  Omit<SimServerOptions, 'splitAbove' | 'hostility' | 'firstRestartHours'>
> & {
  readonly firstRestartHours: number | undefined;
  readonly splitAbove: number | undefined;
};

/** How long the world has been running when the server is opened for the first time, in milliseconds. */
export function headStart({
  settled,
  restartEveryHours,
  firstRestartHours = restartEveryHours,
}: Pick<ResolvedOptions, 'settled' | 'restartEveryHours' | 'firstRestartHours'>): number {
  if (!settled) return 0;
  const hours = restartEveryHours === 0 ? 60 : Math.max(0, restartEveryHours - firstRestartHours);
  return hours * 3_600_000;
}

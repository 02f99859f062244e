import {
  POPULATION_SOURCE,
  SERVER_FAULT,
  SERVER_STATUS,
  type Game,
} from '../../protocol/enumerations.ts';
import type { ServerRow } from '../rows.ts';
import type { Named } from '../servers/server-name.ts';
import {
  isFollowed,
  POLLED_STALE_AFTER,
  serverStatus,
  type Freshness,
  type ServerStatus,
} from '../servers/status.ts';

/** Names of rows that are new or called otherwise; the lists run side by side. */
export interface PackedNames {
  readonly places: readonly number[];
  readonly ids: readonly string[];
  readonly names: readonly Named[];
  readonly games: readonly Game[];
  readonly tags: readonly (readonly string[])[];
}

/** One step of a packed view for a tab. */
export interface PackedStep {
  readonly op: 'packed';
  readonly patch: PackedPatch;
}

/** What changed on a wall. Figures and order are to be transferred, not cloned. */
export interface PackedPatch {
  /** Replaces everything that is held. */
  readonly whole: boolean;
  /** Places that are empty now; they come before `named`, which may fill them again. */
  readonly gone: readonly number[];
  readonly named: PackedNames | null;
  /** `STRIDE` numbers for each row that changed, by `COLUMN`. */
  readonly figures: Float64Array<ArrayBuffer>;
  /** All places, by name; null where nobody came, went or is called otherwise. */
  readonly order: Uint32Array<ArrayBuffer> | null;
}

/** Where in a packed row each figure stands; a count that is not known is -1. Moments are epoch milliseconds. */
export const COLUMN = {
  place: 0,
  players: 1,
  slots: 2,
  queue: 3,
  state: 4,
  observed_at: 5,
  since: 6,
  restart: 7,
} as const;
export const STRIDE = 8;

/** One server as a wall knows it. */
export interface WallRow extends ServerStatus {
  readonly id: string;
  readonly called: string;
  readonly game: Game;
  readonly players: number | null;
  readonly slots: number | null;
  /** How many wait; null where the game has no queue or does not tell. */
  readonly queue: number | null;
  readonly source: ServerRow['population']['source'];
  /** Whether who is on the game server is known now. */
  readonly followed: boolean;
  readonly offline: boolean;
  /** When the figures were observed. */
  readonly observed_at: number;
  /** When the connection came to be what it is. */
  readonly since: number;
  /** It restarts so long after a start that is not known. */
  readonly startUnknown: boolean;
  /** When the server restarts next; null: none is planned. */
  readonly restart: number | null;
}

type PackedState = Pick<
  WallRow,
  'name' | 'fault' | 'source' | 'followed' | 'offline' | 'startUnknown'
>;

/** The state of a row in one number: status, fault, source, followed, offline, whether its start is waited for; from the lowest bit on. */
const BITS = { status: 0, fault: 4, source: 7, followed: 9, offline: 10, start: 11 } as const;
const STATUS_MASK = (1 << BITS.fault) - 1;

/** Writes a server's row at an offset of packed figures. */
export function packRow(into: Float64Array, at: number, place: number, server: ServerRow): void {
  const { population, state, environment } = server;
  const { name, fault } = serverStatus(server);
  into[at + COLUMN.place] = place;
  into[at + COLUMN.players] = population.players ?? -1;
  into[at + COLUMN.slots] = population.slots ?? -1;
  into[at + COLUMN.queue] = population.queue?.size ?? -1;
  // Written out: spreading takes longer than all else here.
  into[at + COLUMN.state] = packState({
    name,
    fault,
    source: population.source,
    followed: isFollowed(state),
    offline: state.offline,
    startUnknown: environment.next_restart.start_unknown === true,
  });
  into[at + COLUMN.observed_at] = population.observed_at;
  into[at + COLUMN.since] = state.since;
  into[at + COLUMN.restart] = momentOf(environment.next_restart.local);
}

/** A local time with its offset as a moment; -1 where there is none. */
function momentOf(local: string | null): number {
  const at = local === null ? Number.NaN : Date.parse(local);
  return Number.isFinite(at) ? at : -1;
}

/** The number of a state. */
export function packState(state: PackedState): number {
  return (
    (SERVER_STATUS.indexOf(state.name) << BITS.status) |
    ((state.fault === null ? 0 : SERVER_FAULT.indexOf(state.fault) + 1) << BITS.fault) |
    (POPULATION_SOURCE.indexOf(state.source) << BITS.source) |
    (Number(state.followed) << BITS.followed) |
    (Number(state.offline) << BITS.offline) |
    (Number(state.startUnknown) << BITS.start)
  );
}

/** A state's number by its parts. */
export function unpackState(bits: number): PackedState {
  return {
    name: SERVER_STATUS[statusOf(bits)] ?? 'connecting',
    fault: SERVER_FAULT[((bits >> BITS.fault) & 7) - 1] ?? null,
    source: POPULATION_SOURCE[(bits >> BITS.source) & 3] ?? 'unknown',
    followed: ((bits >> BITS.followed) & 1) === 1,
    offline: ((bits >> BITS.offline) & 1) === 1,
    startUnknown: startUnknownOf(bits),
  };
}

/** Whether a state's server restarts so long after a start that is not known. */
export function startUnknownOf(bits: number): boolean {
  return ((bits >> BITS.start) & 1) === 1;
}

/** The place of a state's status in `SERVER_STATUS`. */
export function statusOf(bits: number): number {
  return bits & STATUS_MASK;
}

/** As `populationFreshness` says it, from packed figures; `live`: the connection to the host is. */
export function packedFreshness(
  players: number,
  bits: number,
  observedAt: number,
  live: boolean,
  now: number,
): Freshness {
  const source = POPULATION_SOURCE[(bits >> BITS.source) & 3];
  if (players < 0 || source === 'unknown') return 'unknown';
  if (!live || ((bits >> BITS.offline) & 1) === 1) return 'stale';
  if (source === 'polled') return now - observedAt > POLLED_STALE_AFTER ? 'stale' : 'polled';
  return ((bits >> BITS.followed) & 1) === 1 ? 'live' : 'stale';
}

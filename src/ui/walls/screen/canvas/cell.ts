import type { WallTexts } from './style.ts';
import { isRestartNear, untilRestart } from '../../../../domain/servers/next-restart.ts';
import type { Freshness } from '../../../../domain/servers/status.ts';
import type { PackedRows } from '../../../../domain/walls/packed-rows.ts';
import { statusOf, startUnknownOf } from '../../../../domain/walls/packed.ts';
import { SERVER_STATUS, type ServerStatusName } from '../../../../protocol/enumerations.ts';

/** What one cell of a wall shows. Counts that are not known are -1. */
export interface CellFacts {
  readonly place: number;
  readonly name: string;
  readonly players: number;
  readonly slots: number;
  readonly queue: number;
  readonly status: ServerStatusName;
  readonly freshness: Freshness;
  /** For how long the connection to the game server has been as it is. */
  readonly stateFor: number;
  /** How old the figures are; 0 where they are live. */
  readonly age: number;
  /** Milliseconds until it restarts; -1 where no restart is planned. */
  readonly restartIn: number;
  /** It restarts so long after a start that is not known. */
  readonly startUnknown: boolean;
}

/** Whether a wall's figures are live, and what the time is. */
export interface Moment {
  readonly live: boolean;
  /** When the host was last known to be there; null: not yet. */
  readonly live_at: number | null;
  readonly now: number;
}

export function cellFacts(rows: PackedRows, place: number, moment: Moment): CellFacts {
  const { live, now } = moment;
  const freshness = rows.freshness(place, live, now);
  return {
    place,
    name: rows.called(place),
    players: rows.figure(place, 'players'),
    slots: rows.figure(place, 'slots'),
    queue: rows.figure(place, 'queue'),
    status: SERVER_STATUS[statusOf(rows.figure(place, 'state'))] ?? 'connecting',
    freshness,
    stateFor: Math.max(0, now - rows.figure(place, 'since')),
    age: freshness === 'live' ? 0 : ageOf(rows, place, moment),
    restartIn: restartIn(rows.figure(place, 'restart'), now),
    startUnknown: startUnknownOf(rows.figure(place, 'state')),
  };
}

/** Milliseconds until a restart; -1 where none is planned. */
export function restartIn(at: number, now: number): number {
  return untilRestart(at, now) ?? -1;
}

/** When it restarts, in words; empty where no restart is planned. */
export function restartWords(
  { restartIn: left, startUnknown }: Pick<CellFacts, 'restartIn' | 'startUnknown'>,
  texts: Pick<WallTexts, 'restartIn' | 'restartUnknown'>,
): string {
  if (left >= 0) return texts.restartIn(left);
  return startUnknown ? texts.restartUnknown : '';
}

/** Whether it restarts so soon that it is said loudly. */
export function restartsSoon({ restartIn: left }: Pick<CellFacts, 'restartIn'>): boolean {
  return left >= 0 && isRestartNear(left);
}

function ageOf(rows: PackedRows, place: number, { live, live_at, now }: Moment): number {
  const observed = rows.figure(place, 'observed_at');
  // What was followed until the connection broke was true until then.
  const followed = rows.source(place) === 'live' && !live ? live_at : null;
  return Math.max(0, now - Math.max(observed, followed ?? observed));
}

/** The share of the slots that is taken; 0 where either is not known. */
export function fullness({ players, slots }: Pick<CellFacts, 'players' | 'slots'>): number {
  return players > 0 && slots > 0 ? Math.min(1, players / slots) : 0;
}

/** Whether the word of its state stands where a server that answers has its figures. */
export function isWorded({ status }: CellFacts): boolean {
  return status !== 'online';
}

/** How a state is to be seen: the game server answers, is about to or may, is wrong, or is not there. */
export type CellTone = 'fine' | 'waiting' | 'down' | 'stale';

export function toneOf({ status, freshness }: CellFacts): CellTone {
  switch (status) {
    case 'online':
      return freshness === 'stale' || freshness === 'unknown' ? 'stale' : 'fine';
    case 'offline':
    case 'error':
      return 'down';
    case 'restricted':
    case 'deleting':
      return 'stale';
    default:
      return 'waiting';
  }
}

/** Who is locked out before a restart is let in again where the restart does not come, or does not open the server. */
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { SCHEDULE_LIMIT } from '../../protocol/schedules/limits.ts';
import {
  occurrencesOf,
  stepKey,
  type Occurrence,
  type Schedule,
  type Step,
} from './occurrences.ts';

const MINUTE = 60_000;
/** A game that did not let people in is asked again after so many ms. */
const AGAIN = 15_000;

/** The restart that a server is locked for. */
export interface LockedFor extends Pick<Occurrence, 'id' | 'due' | 'name' | 'once'> {
  /** The key of what may open the server and is being done: nothing else is asked until its end is known. */
  readonly doing?: string;
  /** When the game was last asked to let people in, and did not say that it had. */
  readonly tried?: number;
}

export interface LockLook {
  readonly schedule: Schedule;
  readonly taken: readonly Step[];
  /** Whether the game can be asked for something. */
  readonly connected: boolean;
  readonly now: number;
}

export interface LockAfter {
  readonly locked: LockedFor | null;
  /** What unlocks the server, where it is locked for nothing and can be asked. */
  readonly unlock: Step | null;
  /** Whether it is locked for nothing, and not known to be open yet. */
  readonly waits: boolean;
}

/** What a server is locked for once steps were taken. */
export function lockAfter(before: LockedFor | null, look: LockLook): LockAfter {
  const { schedule, taken, connected, now } = look;
  const lock = taken.findLast(({ kind }) => kind === 'lock')?.of;
  const locked = lock === undefined ? before : restartOf(lock);
  if (locked === null) return { locked: null, unlock: null, waits: false };
  const isOf = ({ id, due }: LockedFor) => id === locked.id && due === locked.due;
  const restart = taken.find(({ kind, of }) => kind === 'action' && isOf(of));
  if (restart !== undefined) {
    return { locked: { ...locked, doing: stepKey(restart) }, unlock: null, waits: true };
  }
  const ahead = now + SCHEDULE_LIMIT.before * MINUTE;
  const comes = occurrencesOf(schedule, now, ahead).some((one) => isOf(one) && isLocked(one, now));
  if (comes) return { locked, unlock: null, waits: false };
  const { doing, tried = Number.NEGATIVE_INFINITY } = locked;
  if (doing !== undefined || !connected || now - tried < AGAIN) {
    return { locked, unlock: null, waits: true };
  }
  const unlock = unlockOf(locked, now);
  return { locked: { ...locked, doing: stepKey(unlock) }, unlock, waits: true };
}

/** What a server is locked for once it is known what became of what may have opened it. */
export function lockEnded(
  locked: LockedFor,
  end: {
    readonly kind: Step['kind'];
    readonly became: 'done' | 'unsupported' | 'failed';
    /** Whether the game is still locked after its restart. */
    readonly keepsLock: boolean;
    readonly now: number;
  },
): LockedFor | null {
  const { kind, became, keepsLock, now } = end;
  if (kind === 'unlock') {
    return became === 'failed' ? { ...restartOf(locked), tried: now } : null;
  }
  return became === 'done' && !keepsLock ? null : restartOf(locked);
}

function restartOf({ id, due, name, once }: LockedFor): LockedFor {
  return { id, due, name, once };
}

function unlockOf(locked: LockedFor, now: number): Step {
  const nothing = { parameter: null, warnings: [], lock_before: null, kick_before: null };
  const action = SERVER_ACTION.SERVER_RESTART;
  const of = { ...restartOf(locked), action, ...nothing, at: now, plan: null, since: now };
  return { at: now, kind: 'unlock', text: '', of };
}

/** Whether the lock before an occurrence has come, and the occurrence has not. */
function isLocked({ at, lock_before }: Occurrence, now: number): boolean {
  return at !== null && lock_before !== null && at > now && at - lock_before * MINUTE <= now;
}

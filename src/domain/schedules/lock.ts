/** Who is locked out before a restart is let in again where the restart does not come. */
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { SCHEDULE_LIMIT } from '../../protocol/schedules/limits.ts';
import { occurrencesOf, type Occurrence, type Schedule, type Step } from './occurrences.ts';

const MINUTE = 60_000;

/** The restart that a server is locked for. */
export type LockedFor = Pick<Occurrence, 'id' | 'due' | 'name' | 'once'>;

/** What a server is locked for once steps were taken, and the step that unlocks it where it is locked for nothing. */
export function lockAfter(
  before: LockedFor | null,
  {
    schedule,
    taken,
    keepsLock,
    now,
  }: {
    readonly schedule: Schedule;
    readonly taken: readonly Step[];
    /** Whether the game is still locked after its restart. */
    readonly keepsLock: boolean;
    readonly now: number;
  },
): { readonly locked: LockedFor | null; readonly unlock: Step | null } {
  const locked = taken.findLast(({ kind }) => kind === 'lock')?.of ?? before;
  if (locked === null) return { locked: null, unlock: null };
  const isOf = ({ id, due }: LockedFor) => id === locked.id && due === locked.due;
  const ran = taken.some(({ kind, of }) => kind === 'action' && isOf(of));
  if (ran && !keepsLock) return { locked: null, unlock: null };
  const { id, due, name, once } = locked;
  const ahead = now + SCHEDULE_LIMIT.before * MINUTE;
  const comes = occurrencesOf(schedule, now, ahead).some(
    (one) => isOf(one) && !ran && isLocked(one, now),
  );
  if (comes) return { locked: { id, due, name, once }, unlock: null };
  const nothing = { parameter: null, warnings: [], lock_before: null, kick_before: null };
  const action = SERVER_ACTION.SERVER_RESTART;
  const of = { id, due, name, once, action, ...nothing, at: now, plan: null, since: now };
  return { locked: null, unlock: { at: now, kind: 'unlock', text: '', of } };
}

/** Whether the lock before an occurrence has come, and the occurrence has not. */
function isLocked({ at, lock_before }: Occurrence, now: number): boolean {
  return at !== null && lock_before !== null && at > now && at - lock_before * MINUTE <= now;
}

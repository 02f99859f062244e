/** Whether a server can do by itself what somebody writes, and who may have it do that. */
import { ACTION_PERMISSION, isWhitelistAction, kickReason } from '../../protocol/actions/calls.ts';
import { gameName, SERVER_ACTION, type Game } from '../../protocol/enumerations.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { namesKnown, type Said } from '../../protocol/schedules/variables.ts';
import { commandNeeds } from '../actions/commands.ts';
import { offeredActions } from '../actions/offered.ts';
import { shownCommand } from '../actions/secrets.ts';

/** What a job does, beside when. */
type Deed = Pick<
  RowOf<'jobs'>,
  'action' | 'parameter' | 'lock_before' | 'kick_before' | 'warnings'
>;

/** Why a field of a job, or of a message, does not do beside the others. */
export type Unfit =
  /** The action wants a command or a text. */
  | 'required'
  /** The action takes none. */
  | 'not_taken'
  /** The game cannot be asked for it. */
  | 'not_in_game'
  /** A text names in braces what nothing is known of. */
  | 'unknown_variable'
  /** A reason is longer than a game shows. */
  | 'too_long'
  /** A command holds a password, which whoever may see the job could read. */
  | 'secret';

/** What does not do of a job on a server of this game, by field; empty where all does. The form and the host ask it. */
export function unfitOfJob(job: Deed, game: Game): Readonly<Partial<Record<string, Unfit>>> {
  const { MESSAGE_PUBLIC, SERVER_RESTART, SERVER_LOCK, SERVER_KICK } = SERVER_ACTION;
  const { action, lock_before, kick_before, warnings } = job;
  const offered: readonly number[] = offeredActions(game);
  const restarts = action === SERVER_RESTART;
  const found: { -readonly [F in keyof Deed]?: Unfit } = {};
  // Whoever is not on a whitelist is kicked: where nobody can be, there is none.
  if (!offered.includes(isWhitelistAction(action) ? SERVER_KICK : action)) {
    found.action = 'not_in_game';
  }
  const parameter = unfitParameter(job);
  if (parameter !== null) found.parameter = parameter;
  if (warnings.length > 0 && !offered.includes(MESSAGE_PUBLIC)) found.warnings = 'not_in_game';
  if (lock_before !== null) {
    if (!restarts) found.lock_before = 'not_taken';
    else if (!offered.includes(SERVER_LOCK)) found.lock_before = 'not_in_game';
  }
  if (kick_before !== null) {
    if (!restarts) found.kick_before = 'not_taken';
    else if (!offered.includes(SERVER_KICK)) found.kick_before = 'not_in_game';
  }
  return found;
}

/** How an action takes words: it needs a text or a command, may have a reason, or takes none. */
export function wordsOf(action: Deed['action']): 'needed' | 'optional' | 'none' {
  const { RAW, MESSAGE_PUBLIC, MESSAGE_PRIVATE, SERVER_KICK } = SERVER_ACTION;
  if (action === RAW || action === MESSAGE_PUBLIC || action === MESSAGE_PRIVATE) return 'needed';
  return action === SERVER_KICK ? 'optional' : 'none';
}

/** Whether an action says something to players, and to whom: to everybody, or to each for themselves. */
export function saidBy(action: Deed['action']): Said | null {
  if (action === SERVER_ACTION.MESSAGE_PUBLIC) return 'public';
  return action === SERVER_ACTION.MESSAGE_PRIVATE ? 'private' : null;
}

function unfitParameter({ action, parameter }: Deed): Unfit | null {
  const words = wordsOf(action);
  if (parameter === null) return words === 'needed' ? 'required' : null;
  if (words === 'none') return 'not_taken';
  const said = saidBy(action);
  if (said !== null) return namesKnown(parameter, said) ? null : 'unknown_variable';
  if (action === SERVER_ACTION.RAW) return shownCommand(parameter) === parameter ? null : 'secret';
  return kickReason.safeParse(parameter).success ? null : 'too_long';
}

/** What somebody has to be allowed themselves to have a server do this by itself. */
export function permissionsOf(
  { action, parameter, warnings, lock_before, kick_before }: Deed,
  game: Game,
): readonly ServerPermission[] {
  const needed = new Set([ACTION_PERMISSION[action]]);
  if (action === SERVER_ACTION.RAW) {
    for (const need of commandNeeds(gameName(game), parameter ?? '')) needed.add(need);
  }
  if (warnings.length > 0) needed.add(ACTION_PERMISSION[SERVER_ACTION.MESSAGE_PUBLIC]);
  if (lock_before !== null) needed.add(ACTION_PERMISSION[SERVER_ACTION.SERVER_LOCK]);
  if (kick_before !== null) needed.add(ACTION_PERMISSION[SERVER_ACTION.SERVER_KICK]);
  return [...needed];
}

/** What a message takes, likewise. */
export function permissionsOfMessage({
  mode,
}: Pick<RowOf<'messages'>, 'mode'>): readonly ServerPermission[] {
  const { MESSAGE_PUBLIC, MESSAGE_PRIVATE } = SERVER_ACTION;
  return [ACTION_PERMISSION[mode === 'public' ? MESSAGE_PUBLIC : MESSAGE_PRIVATE]];
}

/** What does not do of a message, likewise. */
export function unfitOfMessage(
  { mode, interval, text }: Pick<RowOf<'messages'>, 'mode' | 'interval' | 'text'>,
  game: Game,
): Readonly<Partial<Record<string, Unfit>>> {
  const { MESSAGE_PUBLIC, MESSAGE_PRIVATE } = SERVER_ACTION;
  const asked = mode === 'public' ? MESSAGE_PUBLIC : MESSAGE_PRIVATE;
  return {
    ...(offeredActions(game).includes(asked) ? {} : { mode: 'not_in_game' as const }),
    ...(mode === 'public' && interval === null ? { interval: 'required' as const } : {}),
    ...(namesKnown(text, mode) ? {} : { text: 'unknown_variable' as const }),
  };
}

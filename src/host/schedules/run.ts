/** Does what was taken, and tells what became of it. */
import { sql } from 'kysely';
import { lockEnded, type LockedFor } from '../../domain/schedules/lock.ts';
import {
  fill,
  fillPlayer,
  PLAYER,
  type Known,
  type Saying,
} from '../../domain/schedules/messenger.ts';
import { saidBy } from '../../domain/schedules/checks.ts';
import { localText } from '../../domain/schedules/local-time.ts';
import {
  nextRestart,
  nextStepAt,
  RESTART_REASON,
  stepKey,
  type Schedule,
  type Step,
} from '../../domain/schedules/occurrences.ts';
import { serverName } from '../../domain/servers/server-name.ts';
import { SERVER_ACTION, type Game } from '../../protocol/enumerations.ts';
import { factsOf } from '../../protocol/games/games.ts';
import type { CommandResult, GameCommand } from '../connectors/contract.ts';
import { change, type Change, type ChangeContext } from '../change/change.ts';
import { pauseWhitelist } from '../modules/pause-whitelist.ts';
import type { ServerRuntime } from '../servers/server-runtime.ts';
import { SETTLES } from '../servers/settles.ts';
import { persist, type Persistence } from '../store/persist.ts';
import { isLate } from './late.ts';
import { tellStep, toldOf, type StepEnd, type ToldStep } from './tell-step.ts';

/** What of a server is needed to have it do something. */
export type ScheduledServer = Pick<
  ServerRuntime,
  'id' | 'epoch' | 'row' | 'rows' | 'run' | 'settled' | 'playerKey' | 'planRestart'
>;

export interface RunDeps extends Persistence, Omit<ChangeContext, 'now' | 'session'> {
  readonly clock: () => number;
  /** Seconds after which what is due is not done any more. */
  readonly lateSeconds: number;
}

/** What became of a step: what was asked of the game came to, or why nothing was asked. */
type Became =
  | CommandResult
  /** Its turn came too late. */
  | { readonly ok: false; readonly kind: 'late' }
  /** What comes next was due before all of it was done. */
  | { readonly ok: false; readonly kind: 'unfinished' }
  /** There is no whitelist to pause or resume. */
  | { readonly ok: false; readonly kind: 'whitelist-off' };

const MINUTE = 60_000;

/** Does one step, and tells what became of it. What was taken in time may have waited for what comes before it. */
export async function runStep(
  deps: RunDeps,
  server: ScheduledServer,
  schedule: Schedule,
  step: Step,
): Promise<void> {
  // Whoever has just taken the server over may not be connected yet.
  await server.settled(SETTLES);
  const late = isLate(step, deps.clock(), deps.lateSeconds * 1_000);
  const said = late ? step : inWords(step, server, schedule, deps.clock());
  const became: Became = late
    ? { ok: false, kind: 'late' }
    : await doStep(deps, server, schedule, said);
  await endStep(deps, server.id, stepKey(step), toldOf(said), became);
}

/** The game has done it or not, whatever becomes of the database: it is told as soon as it can be. */
export async function endStep(
  deps: RunDeps,
  serverId: string,
  key: string,
  told: ToldStep,
  became: Became,
): Promise<void> {
  await persist(deps, () =>
    change({ ...deps, now: deps.clock() }, async (made) => {
      const lock = await endLock(made, serverId, key, told.step, became);
      const ended = await made.trx
        .updateTable('schedule_steps')
        .set({ state: 'ended' })
        .where('server_id', '=', serverId)
        .where('key', '=', key)
        .where('state', '=', 'running')
        .returning('key')
        .executeTakeFirst();
      if (ended === undefined) return;
      // The game is asked to let people in until it does: that it did not is told once.
      if (lock?.tried !== undefined && !became.ok) return;
      tellStep(made, serverId, told, toldEnd(became));
    }),
  );
}

/** What may have opened a server has ended: if it is not known to be open, whoever looks next unlocks it. */
async function endLock(
  made: Change,
  serverId: string,
  key: string,
  kind: ToldStep['step'],
  became: Became,
): Promise<LockedFor | null> {
  if (kind !== 'action' && kind !== 'unlock') return null;
  const { rows } = await sql<{ readonly locked_for: LockedFor; readonly game: Game }>`
    select t.locked_for, s.game from schedule_states t join servers s on s.id = t.server_id
    where t.server_id = ${serverId} and t.locked_for ->> 'doing' = ${key}
    for update of t
  `.execute(made.trx);
  const [held] = rows;
  if (held === undefined) return null;
  const { keepsLock } = factsOf(held.game);
  const { now } = made;
  const locked = lockEnded(held.locked_for, { kind, became: endOf(became), keepsLock, now });
  await made.trx
    .updateTable('schedule_states')
    .set({ locked_for: locked === null ? null : JSON.stringify(locked) })
    .where('server_id', '=', serverId)
    .execute();
  made.notify({ kind: 'schedule-changed', server: serverId });
  return held.locked_for;
}

function endOf(became: Became): 'done' | 'unsupported' | 'failed' {
  if (became.ok) return 'done';
  return became.kind === 'unsupported' ? 'unsupported' : 'failed';
}

function toldEnd(became: Became): StepEnd {
  if (became.ok) return { outcome: 'done', why: null, missed: null };
  const { kind } = became;
  if (kind === 'late') return { outcome: 'missed', why: null, missed: 1 };
  if (kind === 'no-answer') return { outcome: 'no-answer', why: null, missed: null };
  return { outcome: 'failed', why: kind === 'unfinished' ? null : kind, missed: null };
}

async function doStep(
  deps: RunDeps,
  server: ScheduledServer,
  schedule: Schedule,
  { kind, text, of, at }: Step,
): Promise<Became> {
  switch (kind) {
    case 'warning':
      return server.run({ action: 'MESSAGE_PUBLIC', text }, null);
    case 'lock':
      return server.run({ action: 'SERVER_LOCK' }, null);
    case 'unlock':
      return server.run({ action: 'SERVER_UNLOCK' }, null);
    case 'kick':
      return kickAll(
        server,
        RESTART_REASON,
        deps.clock,
        Math.min(of.at, nextStepAt(schedule, at) ?? of.at),
      );
    case 'action':
      return doAction(deps, server, of, nextStepAt(schedule, at) ?? Number.POSITIVE_INFINITY);
  }
}

async function doAction(
  deps: RunDeps,
  server: ScheduledServer,
  { action, parameter }: Step['of'],
  until: number,
): Promise<Became> {
  const words = parameter ?? '';
  switch (action) {
    case SERVER_ACTION.RAW:
      return server.run({ action: 'RAW', command: words }, null);
    case SERVER_ACTION.SERVER_LOCK:
      return server.run({ action: 'SERVER_LOCK' }, null);
    case SERVER_ACTION.SERVER_UNLOCK:
      return server.run({ action: 'SERVER_UNLOCK' }, null);
    case SERVER_ACTION.SERVER_RESTART:
      return server.run({ action: 'SERVER_RESTART' }, null);
    case SERVER_ACTION.MESSAGE_PUBLIC:
      return server.run({ action: 'MESSAGE_PUBLIC', text: words }, null);
    case SERVER_ACTION.MESSAGE_PRIVATE:
      return toEach(server, deps.clock, until, (playerKey, name) => ({
        action: 'MESSAGE_PRIVATE',
        playerKey,
        text: fillPlayer(words, name),
      }));
    case SERVER_ACTION.SERVER_KICK:
      return kickAll(server, words, deps.clock, until);
    case SERVER_ACTION.WHITELIST_PAUSE:
    case SERVER_ACTION.WHITELIST_RESUME:
      return restWhitelist(deps, server.id, action === SERVER_ACTION.WHITELIST_PAUSE);
  }
}

/** What Muster does by itself, connected or not; so already, it is done. */
async function restWhitelist(deps: RunDeps, serverId: string, paused: boolean): Promise<Became> {
  const became = await persist(deps, () =>
    change({ ...deps, now: deps.clock() }, (made) => pauseWhitelist(made, serverId, paused)),
  );
  return became === 'off' ? { ok: false, kind: 'whitelist-off' } : { ok: true, answer: '' };
}

/** A step that says something, in the words that players read now. */
function inWords(step: Step, server: ScheduledServer, schedule: Schedule, now: number): Step {
  const { kind, text, of } = step;
  const words = (said: string, minutes: number | null, player: string | null = null) =>
    fill(said, knownOf(server, schedule, now, { minutes, player }));
  if (kind === 'warning') return { ...step, text: words(text, of.at) };
  const said = kind === 'action' ? saidBy(of.action) : null;
  if (said === null) return step;
  // Each reads their own name: what is told of it names nobody.
  const player = said === 'private' ? PLAYER : null;
  return { ...step, of: { ...of, parameter: words(of.parameter ?? '', null, player) } };
}

/**
 * Everybody who is there now, as long as nothing else is due. Whoever leaves meanwhile is gone, and so it is done;
 * whoever comes back is not kicked again.
 */
function kickAll(
  server: ScheduledServer,
  reason: string,
  clock: () => number,
  until: number,
): Promise<Became> {
  return toEach(server, clock, until, (playerKey) => ({
    action: 'SERVER_KICK',
    playerKey,
    reason,
  }));
}

async function toEach(
  server: ScheduledServer,
  clock: () => number,
  until: number,
  commandOf: (playerKey: string, name: string) => GameCommand,
): Promise<Became> {
  let failed: CommandResult | null = null;
  const present = [...server.rows.players.values()];
  for (const { id, name } of present) {
    if (clock() >= until) return { ok: false, kind: 'unfinished' };
    const playerKey = server.playerKey(id);
    if (playerKey === null) continue;
    const result = await server.run(commandOf(playerKey, name), null);
    if (!result.ok && result.kind !== 'player-gone') failed = result;
  }
  return failed ?? { ok: true, answer: '' };
}

/** Says a message of the messenger. What becomes of it the console shows. */
export async function runSaying(
  deps: RunDeps,
  server: ScheduledServer,
  schedule: Schedule,
  { message, player }: Saying,
): Promise<void> {
  // Nobody hears it.
  if (player === null && server.row.population.players === 0) return;
  const known = knownOf(server, schedule, deps.clock(), {
    minutes: null,
    player: player?.name ?? null,
  });
  const text = fill(message.text, known);
  const playerKey = player === null ? null : server.playerKey(player.id);
  if (player === null) await server.run({ action: 'MESSAGE_PUBLIC', text }, null);
  else if (playerKey !== null)
    await server.run({ action: 'MESSAGE_PRIVATE', playerKey, text }, null);
}

/** What a text may name, now. `minutes`: until which moment they count; null: until the next restart. */
function knownOf(
  { row }: ScheduledServer,
  schedule: Schedule,
  now: number,
  said: { readonly minutes: number | null; readonly player: string | null },
): Known {
  const { configuration, population, environment } = row;
  const restart = nextRestart(schedule, now)?.at ?? null;
  const until = said.minutes ?? restart;
  const clock = (moment: number) => localText(schedule.zone, moment).slice(11, 16);
  return {
    server: serverName(configuration),
    players: population.players === null ? null : String(population.players),
    slots: population.slots === null ? null : String(population.slots),
    map: environment.map,
    time: clock(now),
    restart: restart === null ? null : clock(restart),
    minutes: until === null ? null : String(Math.max(0, Math.round((until - now) / MINUTE))),
    player: said.player,
  };
}

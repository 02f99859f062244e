/** The schedules of the servers that this host runs: a clock that wakes for the next thing that is due. */
import { nextSayingAt, type Present } from '../../domain/schedules/messenger.ts';
import { localText } from '../../domain/schedules/local-time.ts';
import { nextRestart, nextStepAt, waitingJobs } from '../../domain/schedules/occurrences.ts';
import { processStart } from '../../domain/servers/uptime.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { Environment } from '../../protocol/servers/fields.ts';
import { isDatabaseGone } from '../store/database.ts';
import { readAbandoned, takeDue, type Due, type LookedAt } from './look.ts';
import { SayingQueue } from './saying-queue.ts';
import { endStep, runSaying, runStep, type RunDeps, type ScheduledServer } from './run.ts';

export interface RunnerDeps extends RunDeps {
  readonly hostId: string;
  /** The servers that run here. */
  readonly servers: () => ReadonlyMap<string, ScheduledServer>;
}

/** The clock may be put, and a start be told: so often is looked at least, ms. */
const LOOK = 60_000;
/** Somebody may have come to whom a message is said, or be let in again: so often is looked where that is so, ms. */
const LOOK_SOON = 5_000;
/** The database is away: looked again after so many ms. */
const AGAIN = 1_000;
/** Servers that are looked at side by side. */
const AT_ONCE = 4;

/** When a server is looked at next. */
interface Next {
  readonly epoch: number;
  readonly at: number;
  /** Somebody is to be let in: it is looked at as soon as it is connected. */
  readonly reconnects: boolean;
}

export class ScheduleRunner {
  readonly #deps: RunnerDeps;
  /** When each server is looked at next; one that is not here is looked at now. */
  readonly #next = new Map<string, Next>();
  /** What each has begun, one after the other. */
  readonly #doing = new Map<string, Promise<void>>();
  /** What each says, beside that. */
  readonly #saying = new Map<string, SayingQueue>();
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.look();
  }

  /** Looks now: at one server whose schedule is another, or that is run here from now on; without, at all. */
  look(serverId?: string): void {
    if (serverId === undefined) this.#next.clear();
    else this.#next.delete(serverId);
    this.#wake();
  }

  #wake(): void {
    this.#turn = this.#turn.then(async () => {
      if (this.#stopped) return;
      const wait = (await this.turn()) - this.#deps.clock();
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#wake(), Math.max(0, Math.min(LOOK, wait)));
      this.#timer.unref();
    });
  }

  /** Takes nothing more and says nothing more; resolves when what was taken is done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#turn;
    clearTimeout(this.#timer);
    for (const queue of this.#saying.values()) queue.clear();
    await this.idle();
  }

  /** Resolves when nothing is being done. */
  async idle(): Promise<void> {
    const saying = [...this.#saying.values()].map((queue) => queue.idle());
    await Promise.all([...this.#doing.values(), ...saying]);
  }

  /** Takes what is due on every server, and begins it. Answers when the next is. */
  async turn(): Promise<number> {
    const servers = this.#deps.servers();
    for (const id of this.#next.keys()) if (!servers.has(id)) this.#forget(id);
    const now = this.#deps.clock();
    const waiting = [...servers.values()].filter((server) => {
      const next = this.#next.get(server.id);
      if (next === undefined || next.epoch !== server.epoch || next.at <= now) return true;
      return next.reconnects && isConnected(server);
    });
    const work = async () => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
        await this.#lookAt(one);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const soon = this.#deps.clock() + LOOK_SOON;
    const moments = [...this.#next.values()].map(({ at, reconnects }) =>
      reconnects ? Math.min(at, soon) : at,
    );
    return Math.min(Number.MAX_SAFE_INTEGER, ...moments);
  }

  async #lookAt(server: ScheduledServer): Promise<void> {
    const { log, clock } = this.#deps;
    const { id, epoch } = server;
    const isNew = this.#next.get(id)?.epoch !== epoch;
    // A change that is told in the meantime is looked at once more.
    this.#next.set(id, { epoch, at: Number.POSITIVE_INFINITY, reconnects: false });
    let at = clock() + AGAIN;
    let reconnects = false;
    try {
      if (isNew) await this.#takeOver(server);
      const now = clock();
      const due = await takeDue({ ...this.#deps, now }, lookedAt(this.#deps, server));
      server.planRestart(restartOf(due, now));
      if (due !== null) {
        this.#begin(server, due);
        this.#say(server, due);
      }
      at = nextOf(due, server, now);
      reconnects = due?.waits === true && !isConnected(server);
    } catch (error) {
      const level = isDatabaseGone(error) ? 'warn' : 'error';
      log[level]({ err: error, server: id }, 'what is due could not be looked up');
    }
    const next = this.#next.get(id);
    if (next?.at === Number.POSITIVE_INFINITY) this.#next.set(id, { epoch, at, reconnects });
  }

  /** What another host had begun, of which nobody knows what became. */
  async #takeOver({ id }: ScheduledServer): Promise<void> {
    const { hostId } = this.#deps;
    for (const { key, told } of await readAbandoned(this.#deps, { id, hostId })) {
      const detail = 'The host that ran this has ended.';
      await endStep(this.#deps, id, key, told, { ok: false, kind: 'no-answer', detail });
    }
  }

  #forget(id: string): void {
    this.#next.delete(id);
    this.#saying.get(id)?.clear();
    this.#saying.delete(id);
  }

  #begin(server: ScheduledServer, { schedule, steps }: Due): void {
    if (steps.length === 0) return;
    const { log } = this.#deps;
    const { id } = server;
    const before = this.#doing.get(id) ?? Promise.resolve();
    const doing: Promise<void> = before
      .then(async () => {
        for (const step of steps) {
          await runStep(this.#deps, server, schedule, step).catch((error: unknown) => {
            log.error({ err: error, server: id }, 'a step of a schedule could not be ended');
          });
        }
      })
      .finally(() => {
        if (this.#doing.get(id) === doing) this.#doing.delete(id);
      });
    this.#doing.set(id, doing);
  }

  #say(server: ScheduledServer, { schedule, sayings }: Due): void {
    if (sayings.length === 0) return;
    const { log, clock } = this.#deps;
    const { id } = server;
    const queue = this.#saying.get(id) ?? new SayingQueue(clock);
    this.#saying.set(id, queue);
    queue.add(
      sayings.map((saying) => ({
        at: saying.at,
        say: () =>
          runSaying(this.#deps, server, schedule, saying).catch((error: unknown) => {
            log.error({ err: error, server: id }, 'a message could not be said');
          }),
      })),
    );
  }
}

function lookedAt({ hostId, lateSeconds }: RunnerDeps, server: ScheduledServer): LookedAt {
  const { id, epoch, row } = server;
  const startedAt = processStart(row.environment);
  const players = presentOf(server);
  const connected = isConnected(server);
  return { id, hostId, epoch, startedAt, players, connected, late: lateSeconds * 1_000 };
}

function isConnected({ row }: ScheduledServer): boolean {
  return row.state.state === 'CONNECTED';
}

function presentOf({ rows }: ScheduledServer): readonly Present[] {
  return [...rows.players.values()].map(({ id, name, joined_at }) => ({ id, name, joined_at }));
}

function restartOf(due: Due | null, now: number): Environment['next_restart'] {
  if (due === null) return { local: null };
  const { schedule } = due;
  const waits = waitingJobs(schedule).some(({ action }) => action === SERVER_ACTION.SERVER_RESTART);
  const unknown = waits ? { start_unknown: true as const } : {};
  const next = nextRestart(schedule, now);
  if (next === null) return { local: null, ...unknown };
  const { id, at } = next;
  return { local: localText(schedule.zone, at), of: { id, due: next.due, at }, ...unknown };
}

/** When a server is looked at next; where nothing is planned, when somebody says that something is. */
function nextOf(due: Due | null, server: ScheduledServer, now: number): number {
  if (due === null) return Number.MAX_SAFE_INTEGER;
  const { schedule, messages } = due;
  const counts = schedule.jobs.some(({ enabled, time }) => enabled && time.kind === 'uptime');
  const whispers = messages.some(({ enabled, mode }) => enabled && mode === 'private');
  const moments = [
    nextStepAt(schedule, now),
    nextSayingAt(messages, presentOf(server), now),
    counts ? now + LOOK : null,
    whispers || (due.waits && isConnected(server)) ? now + LOOK_SOON : null,
  ];
  return Math.min(...moments.filter((at) => at !== null), Number.MAX_SAFE_INTEGER);
}

/** Holds what was told and what games were asked for against what was to come: each once, and nothing else. */
import type { ExpectedStep } from './expected.ts';
import { LATE_SECONDS, SAID, type Asked, type Trial } from './trial.ts';
import { afterStart, asked, type Wanted } from './year-plan.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** A told start is off by less. */
export const START_OFF = 5 * SECOND;
/** A message is left out rather than said so late. */
const SAID_LATE = 10 * SECOND;

export interface Told {
  readonly server: string;
  /** null: what was asked for once. */
  readonly job_id: string | null;
  readonly step: string;
  readonly due: number;
  readonly outcome: string;
  readonly missed: number | null;
}

/** Takes out of a list, in place, what is so. */
function takeAll<T>(from: T[], isSo: (item: T) => boolean): T[] {
  const taken = from.filter(isSo);
  from.splice(0, from.length, ...from.filter((item) => !isSo(item)));
  return taken;
}

/** A step comes too late more than so many ms after it was due. */
function lateAfter({ kind, at, of }: ExpectedStep): number {
  if (kind === 'warning') return 20 * SECOND;
  return kind === 'kick' ? of - at - 1 : LATE_SECONDS * SECOND;
}

export class Check {
  /** How often each thing became of what was to come. */
  readonly counts: Record<string, number> = {};
  /** What is not as it should be. */
  readonly faults: string[] = [];
  readonly #trial: Trial;
  readonly #told: Told[];
  readonly #asked: Asked[];
  /** Of each job and kind: how often it was missed, which the next one of it tells with its own. */
  readonly #with = new Map<string, number>();

  constructor(trial: Trial, told: readonly Told[]) {
    this.#trial = trial;
    this.#told = [...told];
    this.#asked = [...trial.asked];
  }

  /** A step is told at most once, and its commands were sent as that says. Answers what became of it. */
  step(step: Wanted): string {
    const { server, kind, job, at } = step;
    const when = `${job} ${kind} ${new Date(at).toISOString()}`;
    const off = job === afterStart.id ? START_OFF : 0;
    const told = this.#toldOf(step, kind, at - off, at + off);
    this.#hold(told.length <= 1, `${when} is told ${told.length} times`);
    const [entry] = told;
    const due = entry?.due ?? at;
    const looks = this.#trial.looksAt(server, due);
    const inTime = looks.filter((look) => look - due <= lateAfter(step));
    const times = step.commands.map((command) => this.#timesOf(server, command, due));
    const sent = times.map(({ length }) => length).join(' and ');
    const outcome = entry?.outcome ?? 'not told';
    this.#count(outcome);
    if (outcome === 'done') {
      this.#hold(
        times.every(({ length }) => length === 1),
        `${when} is done ${sent} times`,
      );
      this.#hold(
        times.flat().every((time) => inTime.includes(time)),
        `${when} is done at another moment`,
      );
    } else if (outcome === 'no-answer') {
      this.#hold(this.#trial.diedAt(server, inTime), `${when} has no answer, and nobody died`);
      this.#hold(
        times.every(({ length }) => length <= 1),
        `${when} is asked ${sent} times`,
      );
    } else {
      // Missed, or left to a later one that was missed as well.
      this.#hold(
        times.every(({ length }) => length === 0),
        `${when} is ${outcome}, and asked`,
      );
      this.#hold(looks.length > inTime.length, `${when} is ${outcome}, and was in time`);
      this.#missed(step, when, entry);
    }
    return outcome;
  }

  /** Whoever was locked out for a restart that is not known to have come is let in, and again where that is not known. */
  unlock(step: Wanted): void {
    const when = `the unlock of ${step.job} ${new Date(step.of).toISOString()}`;
    const found = this.#toldOf(step, 'unlock', step.of + 1, step.of + 2 * HOUR);
    const entries = found.toSorted((a, b) => a.due - b.due);
    const ends = entries.map(({ outcome }) => outcome).join(', ');
    this.#hold(['done', 'no-answer, done'].includes(ends), `${when} is told as ${ends}`);
    for (const { due, outcome } of entries) {
      const { length } = takeAll(
        this.#asked,
        (one) => one.server === step.server && one.command === 'SERVER_UNLOCK' && one.at === due,
      );
      const died = outcome === 'no-answer' && this.#trial.diedAt(step.server, [due]);
      this.#hold(
        outcome === 'done' ? length === 1 : died && length <= 1,
        `${when} is ${outcome}, and asked ${length} times`,
      );
    }
    this.#count('unlock');
  }

  /** A message is said at its moment, and at most once where its host died. */
  saying(server: string, due: number, command = `MESSAGE_PUBLIC ${SAID}`): void {
    const when = `${command} on ${server} ${new Date(due).toISOString()}`;
    const times = this.#timesOf(server, command, due);
    const looks = this.#trial.looksAt(server, due).filter((look) => look - due <= SAID_LATE);
    const mayFail = looks.length === 0 || this.#trial.diedAt(server, looks);
    this.#hold(
      times.length === 1 || (mayFail && times.length === 0),
      `${when} is said ${times.length} times`,
    );
    this.#hold(
      times.every((time) => looks.includes(time)),
      `${when} is said late`,
    );
    this.#count(command.startsWith('MESSAGE_PRIVATE') ? 'whispered' : 'said', times.length);
  }

  /** Nothing else was told, and nothing else asked for. */
  end(to: number): void {
    for (const left of this.#told) this.#hold(false, `told beside: ${JSON.stringify(left)}`);
    for (const left of this.#asked) {
      this.#hold(left.at > to, `asked for beside: ${JSON.stringify(left)}`);
    }
    for (const [key, left] of this.#with) this.#hold(left === 0, `${key} is nowhere told`);
  }

  #toldOf({ server, job }: Wanted, step: string, from: number, to: number): readonly Told[] {
    return takeAll(
      this.#told,
      (one) =>
        one.server === server &&
        (one.job_id ?? asked.id) === job &&
        one.step === step &&
        one.due >= from &&
        one.due <= to,
    );
  }

  #timesOf(server: string, command: string, due: number): readonly number[] {
    return takeAll(
      this.#asked,
      (one) =>
        one.server === server &&
        one.command === command &&
        one.at >= due &&
        one.at <= due + LATE_SECONDS * SECOND,
    ).map(({ at }) => at);
  }

  /** What is missed is told once for each job and kind, by the last time; what comes before an action goes with that. */
  #missed({ job, kind }: Wanted, when: string, entry: Told | undefined): void {
    const key = `${job}/${kind}`;
    const count = (this.#with.get(key) ?? 0) + 1;
    this.#with.set(key, entry === undefined ? count : 0);
    if (entry === undefined) return;
    this.#hold(entry.missed === count, `${when} is told as missed ${entry.missed} times`);
    if (kind !== 'action') return;
    for (const before of ['warning', 'lock', 'kick']) this.#with.set(`${job}/${before}`, 0);
  }

  #count(outcome: string, by = 1): void {
    this.counts[outcome] = (this.counts[outcome] ?? 0) + by;
  }

  #hold(isSo: boolean, fault: string): void {
    if (!isSo) this.faults.push(fault);
  }
}

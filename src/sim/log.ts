/** A line that BattlEye printed. Times here are real ones, whatever the speed of the world. */
export interface SaidLine {
  readonly at: number;
  readonly text: string;
}

/** A command that was executed, once for each time it arrived. */
export interface ExecutedCommand {
  readonly at: number;
  readonly admin: number;
  readonly text: string;
  readonly answer: string;
}

/** A login that arrived. */
export interface SeenLogin {
  readonly at: number;
  readonly from: string;
  readonly outcome: 'accepted' | 'refused' | 'ignored';
}

/** What the server said and did; the newest `kept` of each kind at least. */
export class SimLog {
  readonly said: SaidLine[] = [];
  readonly commands: ExecutedCommand[] = [];
  readonly logins: SeenLogin[] = [];
  /** Sessions that ended without a word. */
  readonly forgotten: { readonly at: number; readonly admin: number; readonly reason: string }[] =
    [];
  /** Errors of the sockets. */
  readonly problems: Error[] = [];

  readonly #kept: number;

  constructor(kept: number) {
    this.#kept = kept;
  }

  /** How often this very command text was executed. */
  timesExecuted(text: string): number {
    return this.commands.filter((command) => command.text === text).length;
  }

  add<T>(list: T[], entry: T): void {
    list.push(entry);
    if (list.length > 2 * this.#kept) list.splice(0, list.length - this.#kept);
  }
}

/** How a process is stuck: what comes while it hangs is lost, what comes while it is frozen waits. */
export type Stuck = 'hangs' | 'frozen';

/** What comes into and goes out of a process, while it runs and while it is stuck. */
export class Gate {
  /** Commands that are taken in and never answered, as where the part of the game that knows hangs alone. */
  unanswered: RegExp | undefined;
  #stuck: Stuck | undefined;
  #held: (() => void)[] = [];

  /** Gets stuck, or goes on with whatever waited. */
  set stuck(stuck: Stuck | undefined) {
    this.#stuck = stuck;
    if (stuck !== undefined) return;
    for (const action of this.#held.splice(0)) action();
  }

  /** The process ends: what waited is lost. */
  reset(): void {
    this.unanswered = undefined;
    this.#stuck = undefined;
    this.#held = [];
  }

  answers(command: string): boolean {
    return this.unanswered?.test(command) !== true;
  }

  pass(action: () => void): void {
    if (this.#stuck === undefined) action();
    else if (this.#stuck === 'frozen') this.#held.push(action);
  }
}

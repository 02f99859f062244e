/** The demo as the first-run page offers it: a process of its own, started once it is asked for. */

/** Milliseconds that somebody may go on looking at it once there is a real account. */
export const DEMO_GRACE = 300_000;

/** A demo that was begun. */
export interface DemoProcess {
  /** Where it is, once it is ready. Rejects where it ends before. */
  readonly address: Promise<string>;
  readonly ended: Promise<void>;
  /** Asks it to end, and resolves when it has. */
  end(): Promise<void>;
}

export interface OfferedDemo {
  readonly running: boolean;
  /** Begins it where it does not run, and answers its address when it is ready. */
  open(): Promise<string>;
  /** There is a real account now: the demo ends a while later. */
  founded(): void;
  stop(): Promise<void>;
}

/** Offers a demo that `begin` begins. `after` runs something once, that many milliseconds later. */
export function offerDemo(
  begin: () => DemoProcess,
  after: (milliseconds: number, run: () => void) => void,
): OfferedDemo {
  let current: DemoProcess | null = null;
  let over = false;
  const end = async () => {
    await current?.end();
  };
  return {
    get running() {
      return current !== null;
    },
    open() {
      if (over) return Promise.reject(new Error('The demo is over.'));
      if (current === null) {
        const begun = begin();
        current = begun;
        void begun.ended.then(() => {
          if (current === begun) current = null;
        });
      }
      return current.address;
    },
    founded() {
      if (current !== null) after(DEMO_GRACE, () => void end());
    },
    async stop() {
      over = true;
      await end();
    },
  };
}

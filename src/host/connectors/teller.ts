import type { RconStateName } from '../../protocol/enumerations.ts';
import type { ConnectionFault, GameFact } from './contract.ts';
import type { UntimedFact } from './facts.ts';
import type { Clock } from './ports.ts';

/** Gives facts their time and tells them while the connector runs; a state that is the last one's is not told again. */
export class Teller {
  readonly #clock: Clock;
  readonly #onFact: (fact: GameFact) => void;
  #running = false;
  #state: RconStateName = 'STARTING';
  #ready = false;
  #told = '';

  constructor(clock: Clock, onFact: (fact: GameFact) => void) {
    this.#clock = clock;
    this.#onFact = onFact;
  }

  get running(): boolean {
    return this.#running;
  }

  /** The state that was told last. */
  get state(): RconStateName {
    return this.#state;
  }

  /** Whether it was told that the game answers commands. */
  get isReady(): boolean {
    return this.#ready;
  }

  /** True where it was not running; it tells that it is starting. */
  start(): boolean {
    if (this.#running) return false;
    this.#running = true;
    this.tellState('STARTING', false, null);
    return true;
  }

  stop(): void {
    this.#running = false;
  }

  /** `at`: when it happened, epoch ms, where that was before now. */
  tell(fact: UntimedFact, at = this.#clock.now()): void {
    if (this.#running) this.#onFact({ at, ...fact });
  }

  tellState(state: RconStateName, ready: boolean, fault: ConnectionFault | null): void {
    const key = [state, ready, fault?.kind].join(' ');
    if (key === this.#told) return;
    this.#told = key;
    this.#state = state;
    this.#ready = ready;
    this.tell({ kind: 'state', state, ready, fault });
  }
}

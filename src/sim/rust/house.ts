import type { Cancel, Clock } from '../clock.ts';
import { savedLine } from './commands.ts';

const MINUTE = 60_000;
const SAVE_EVERY = 10 * MINUTE;
const EVENT_EVERY = 35 * MINUTE;
const EVENTS = [
  'assets/prefabs/npc/patrol helicopter/patrolhelicopter.prefab',
  'assets/prefabs/npc/cargo plane/cargo_plane.prefab',
  'assets/prefabs/npc/ch47/ch47scientists.entity.prefab',
  'assets/content/vehicles/boats/cargoship/cargoshiptest.prefab',
];

/** What a Rust server prints of its own accord: saves, and the events of the island. */
export class RustHouse {
  readonly #clock: Clock;
  readonly #say: (text: string) => void;
  #cancels: Cancel[] = [];
  #events = 0;
  #saves = 0;

  constructor({ clock, say }: { readonly clock: Clock; readonly say: (text: string) => void }) {
    this.#clock = clock;
    this.#say = say;
  }

  open(): void {
    this.#cancels = [this.#planSave(), this.#planEvent()];
  }

  close(): void {
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
  }

  #planSave(): Cancel {
    return this.#clock.schedule(SAVE_EVERY, () => {
      this.#saves += 1;
      this.#say(savedLine(60_000 + this.#saves * 37));
      this.#say('Saving complete');
      this.#cancels[0] = this.#planSave();
    });
  }

  #planEvent(): Cancel {
    return this.#clock.schedule(EVENT_EVERY, () => {
      this.#say(`[event] ${EVENTS[this.#events % EVENTS.length] ?? ''}`);
      this.#events += 1;
      this.#cancels[1] = this.#planEvent();
    });
  }
}

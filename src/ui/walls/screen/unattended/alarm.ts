import { signal, type ReadonlySignal } from '@preact/signals-react';

/** How a wall's sound is. Browsers block it until somebody has touched the page once. */
export type SoundState = 'off' | 'allowed' | 'blocked' | 'missing';

/** Another tab that rings for the same incident within this time stays silent. */
const RINGS_ONCE_MS = 60_000;

/** Two tones, twice; loud enough to turn a head, short enough not to be switched off. */
const TONES = [660, 880, 660, 880];
const TONE_S = 0.22;
const LOUDNESS = 0.25;

/** What a browser takes for a touch of the page: a finger counts when it is lifted. */
const TOUCHES = ['pointerdown', 'pointerup', 'keydown'] as const;

/** Rings once for an incident, in one tab of this browser. */
export class Alarm {
  readonly #state = signal<SoundState>('off');
  #context: AudioContext | null = null;
  #on = false;
  /** A browser does not begin by itself what it has blocked: it wants to be asked again after the touch. */
  readonly #touched = () => void this.allow();

  get state(): ReadonlySignal<SoundState> {
    return this.#state;
  }

  /** Whether the wall may be heard. */
  turn(on: boolean): void {
    this.#on = on;
    if (on && this.#context === null && typeof AudioContext !== 'undefined') {
      this.#context = new AudioContext();
      this.#context.addEventListener('statechange', () => this.#tell());
      void this.allow();
    }
    this.#tell();
  }

  /** Tries to be heard; a browser lets it while somebody touches the page. */
  async allow(): Promise<void> {
    // While it is blocked this waits until it is not: nobody should wait with it.
    if (this.#context?.state === 'suspended') await this.#context.resume();
    this.#tell();
  }

  /** Rings for these incidents, unless another tab does. */
  ring(ids: readonly string[]): void {
    if (this.#state.peek() !== 'allowed') return;
    const [first] = ids;
    if (first === undefined) return;
    if (navigator.locks === undefined) {
      this.#sound();
      return;
    }
    navigator.locks
      .request(`muster-alarm:${first}`, { ifAvailable: true }, async (lock) => {
        if (lock === null) return;
        this.#sound();
        await new Promise((resolve) => setTimeout(resolve, RINGS_ONCE_MS));
      })
      .catch(reportError);
  }

  close(): void {
    this.#listen(false);
    const context = this.#context;
    this.#context = null;
    if (context !== null && context.state !== 'closed') context.close().catch(reportError);
  }

  #tell(): void {
    this.#state.value = !this.#on
      ? 'off'
      : this.#context === null
        ? 'missing'
        : this.#context.state === 'running'
          ? 'allowed'
          : 'blocked';
    this.#listen(this.#state.value === 'blocked');
  }

  /** Any touch of the page allows the sound, whatever it is meant for. */
  #listen(on: boolean): void {
    for (const kind of TOUCHES) {
      if (on) addEventListener(kind, this.#touched, true);
      else removeEventListener(kind, this.#touched, true);
    }
  }

  #sound(): void {
    const context = this.#context;
    if (context === null) return;
    const volume = new GainNode(context, { gain: LOUDNESS });
    volume.connect(context.destination);
    for (const [index, frequency] of TONES.entries()) {
      const tone = new OscillatorNode(context, { frequency, type: 'triangle' });
      tone.connect(volume);
      const begins = context.currentTime + index * TONE_S;
      tone.start(begins);
      tone.stop(begins + TONE_S * 0.9);
    }
    const ends = (TONES.length * TONE_S + 0.1) * 1_000;
    setTimeout(() => volume.disconnect(), ends);
  }
}

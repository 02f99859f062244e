import type { Cancel, Clock } from '../clock.ts';
import type { GameWorld } from '../world/game-world.ts';
import type { RecordedEvent, RecordedStay, Recording } from './recording.ts';
import { recordedRoster } from './recording.ts';

/** The recording needs a server that lets everybody in, step by step. */
export class ReplayRefusedError extends Error {
  readonly kind = 'replay-refused';
  constructor(stay: RecordedStay, reason: string) {
    super(
      `The server refused ${stay.name} of the recording (${reason}): give it more slots and start it with join 'manual'.`,
    );
  }
}

/**
 * Plays a recorded night to a simulated server, which tells it to its clients in its own words.
 * The server has to be an ARMA3 one with enough slots, started with `join: 'manual'`.
 *
 *     const server = await startSimServer({ game: 'ARMA3', slots: 128, join: 'manual' });
 *     const replay = new Replay(server.world, readRecording(text));
 *     while (replay.step() !== undefined) await settled();
 */
export class Replay {
  readonly recording: Recording;
  readonly #world: GameWorld;
  readonly #ids = new Map<RecordedStay, number>();
  #next = 0;

  constructor(world: GameWorld, recording: Recording) {
    this.#world = world;
    this.recording = recording;
  }

  /** Plays the next event and returns it; undefined at the end of the night. */
  step(): RecordedEvent | undefined {
    const event = this.recording.events[this.#next];
    if (event === undefined) return undefined;
    this.#next += 1;
    this.#play(event);
    return event;
  }

  /** Who is there by the recording's own account, after what has been played. */
  roster(): readonly RecordedStay[] {
    const played = this.recording.events[this.#next - 1];
    return played === undefined ? [] : recordedRoster(this.recording, played.line);
  }

  /** Plays the rest `factor` times as fast as it was; `finished` is called at its end. */
  playAll(clock: Clock, factor: number, finished: () => void): Cancel {
    const upcoming = this.recording.events[this.#next];
    const zero = clock.now() - ((upcoming?.second ?? 0) * 1000) / factor;
    let cancel: Cancel = () => undefined;
    const plan = () => {
      const event = this.recording.events[this.#next];
      if (event === undefined) {
        finished();
        return;
      }
      const at = zero + (event.second * 1000) / factor;
      cancel = clock.schedule(at - clock.now(), () => {
        this.step();
        plan();
      });
    };
    plan();
    return () => cancel();
  }

  #play({ kind, stay, why }: RecordedEvent): void {
    if (kind === 'appear') {
      const arrival = this.#world.arrive({
        name: stay.name,
        ...(stay.steamId === undefined ? {} : { steamId: stay.steamId }),
      });
      if (arrival.outcome !== 'joined') throw new ReplayRefusedError(stay, arrival.outcome);
      this.#ids.set(stay, arrival.id);
      return;
    }
    const id = this.#ids.get(stay);
    if (id === undefined) return;
    switch (kind) {
      case 'connecting':
        this.#world.identify(id);
        break;
      case 'connected':
        this.#world.verify(id);
        this.#world.enterGame(id);
        break;
      case 'leave':
        this.#world.leave(id);
        break;
      case 'kicked-by-battleye': {
        const player = this.#world.roster().find((present) => present.id === id);
        if (player !== undefined) this.#world.kickByBattleye(player.slot, why ?? '');
        break;
      }
    }
  }
}

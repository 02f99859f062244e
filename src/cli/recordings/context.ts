import type { Reduce } from '../../domain/recordings/player.ts';
import type { Voice } from './voice.ts';

/** What a command on recordings works with. */
export interface CommandContext {
  readonly voice: Voice;
  /** The portal's reducers; tests put broken ones here. */
  readonly reduce: Reduce;
}

import { type LoggedEvent } from '../realtime/read.ts';

/** By when they happened; so are `at` of their events, whenever they were told. */
export interface Lines {
  readonly before: readonly LoggedEvent[];
  readonly within: readonly LoggedEvent[];
}

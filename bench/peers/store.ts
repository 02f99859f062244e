import type { Frame } from '../../src/protocol/frames.ts';
import type { Held } from './held.ts';
import type { Start } from './rows.ts';

/** A store with the top 50 by players and the totals, which are true again whenever a batch is applied. */
export interface Store {
  apply(batch: readonly Frame[]): void | Promise<void>;
  held(): Held | Promise<Held>;
}

/** How a measurement opens a store. */
export interface Peer {
  /** The package whose version is printed; none of our own. */
  readonly package?: string;
  open(start: Start): Store | Promise<Store>;
}

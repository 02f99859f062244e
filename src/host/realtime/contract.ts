import type { EventData, EventName } from '../../protocol/events.ts';
import type { Database, Trx } from '../store/database.ts';

/** One event of one stream, before it has a position. `at` is when it happened, epoch milliseconds. */
export type Fact = {
  [N in EventName]: {
    readonly stream: string;
    readonly event: N;
    readonly data: EventData<N>;
    readonly at: number;
    /** Where it shows persons: the same by the ids that are kept, which what is personal in it goes with. */
    readonly kept?: EventData<N>;
  };
}[EventName];

/** What the features of the host need of the realtime log. */
export interface Publish {
  /**
   * Appends facts to their streams, in the transaction of the change that they tell of: both are
   * committed or neither is, and the fan-out begins with the commit. The streams stay locked until the transaction ends, in the order of their names:
   * call it once in a transaction, as late as possible. What can be erased (names, texts, addresses) is
   * put beside the log by itself. Answers the position of each.
   */
  append(trx: Trx, facts: readonly Fact[]): Promise<readonly number[]>;
  /** The newest position of a stream, 0 where nothing was told yet. */
  position(db: Database | Trx, stream: string): Promise<number>;
  /**
   * The sessions have ended (signed out, password changed): with the commit, every host closes the
   * sockets that they opened.
   */
  sessionsEnded(trx: Trx, sessionIds: readonly string[]): Promise<void>;
  /** The grants of a subject changed: with the commit, its open sockets gain and lose streams at once. */
  grantsChanged(trx: Trx, subject: string): Promise<void>;
}

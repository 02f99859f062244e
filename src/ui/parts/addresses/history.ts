/** What the address of a search of the past says, so that a link shows the same. */
import { HISTORY_KIND, type HistoryKind } from '../../../protocol/history/kinds.ts';
import { addressOf, moment, pattern, someOf, text, type Address } from './parameters.ts';

export interface HistoryAddress {
  /** The words of it. */
  readonly text: string;
  /** Ids, joined by commas; empty: all servers. */
  readonly servers: string;
  /** Empty: all. */
  readonly kinds: readonly HistoryKind[];
  /** A player or an account. */
  readonly player: string | null;
  readonly from: number | null;
  readonly until: number | null;
}

export const HISTORY_ADDRESS: Address<HistoryAddress> = addressOf<HistoryAddress>({
  text: text('q'),
  servers: text('servers'),
  kinds: someOf('kinds', HISTORY_KIND),
  // `player` names whose card is open, on any page.
  player: pattern('of', /^[0-9a-f]{24}$/),
  from: moment('from'),
  until: moment('until'),
});

/** The address of a search that asks for this, and of everything else nothing. */
export function historySearch(asked: Partial<HistoryAddress>): string {
  return HISTORY_ADDRESS.write({ ...HISTORY_ADDRESS.read(''), ...asked });
}

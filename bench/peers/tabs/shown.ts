/** What a tab looks at: the top 50 by players, and one server that is measured. */
import type { FlatPlayer, FlatServer } from '../rows.ts';

export interface Shown {
  /** A figure of the measured server, as soon as its subscriber has it. */
  probe(players: number | null): void;
  /** The servers with the most players. */
  top(servers: readonly Pick<FlatServer, 'id' | 'players'>[]): void;
}

export interface Role {
  readonly probeId: string;
  /** The first tab; where one writes for all, it is this one. */
  readonly first: boolean;
  readonly tab: number;
  readonly shown: Shown;
}

/** The rows as they are where they are kept. */
export interface HeldRows {
  readonly servers: readonly FlatServer[];
  readonly players: readonly FlatPlayer[];
}

/** A way to have the same views in every tab. */
export interface Contender {
  /** Resolves when the tab shows what there is. */
  open(role: Role): Promise<void>;
  held(): Promise<HeldRows>;
}

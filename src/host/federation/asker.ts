/** Who asks another installation for a list, and how they are refused. */
import type { Refusal } from '../../protocol/federation/limits.ts';
import type { HostDeps } from '../calls/deps.ts';

export type ServeDeps = Pick<HostDeps, 'db' | 'publish' | 'secrets' | 'clock'>;

/** By which key, and when. */
export interface Asker {
  readonly key: string;
  readonly now: number;
}

/** Refuses whoever asks; they are told why, signed. */
export class Refused extends Error {
  readonly refused: Refusal;

  constructor(refused: Refusal) {
    super(`Refused: ${refused}.`);
    this.name = 'Refused';
    this.refused = refused;
  }
}

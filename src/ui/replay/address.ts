import { addressOf, pattern } from '../parts/addresses/parameters.ts';

/** A moment of a recording as the address carries it, behind its `#`: the host never sees it. */
export interface SharedMoment {
  /** Which recording it is of. */
  readonly recording: string;
  /** The event after which it is, by its number in the file; 0 is before the first. */
  readonly event: number;
}

const MOMENT = addressOf({
  recording: pattern('recording', /^[0-9a-f]{8}$/),
  event: pattern('event', /^\d{1,15}$/),
});

/** null: the address names none. */
export function readMoment(hash: string): SharedMoment | null {
  const { recording, event } = MOMENT.read(hash.slice(1));
  return recording === null || event === null ? null : { recording, event: Number(event) };
}

export function writeMoment({ recording, event }: SharedMoment): string {
  return `#${MOMENT.write({ recording, event: String(event) }).slice(1)}`;
}

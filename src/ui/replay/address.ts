/** A moment of a recording as the address carries it, behind its `#`: the host never sees it. */
export interface SharedMoment {
  /** Which recording it is of. */
  readonly recording: string;
  /** The event after which it is, by its number in the file; 0 is before the first. */
  readonly event: number;
}

/** null: the address names none. */
export function readMoment(hash: string): SharedMoment | null {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  const recording = params.get('recording') ?? '';
  const event = params.get('event') ?? '';
  if (!/^[0-9a-f]{8}$/.test(recording) || !/^\d{1,15}$/.test(event)) return null;
  return { recording, event: Number(event) };
}

export function writeMoment({ recording, event }: SharedMoment): string {
  return `#recording=${recording}&event=${event}`;
}

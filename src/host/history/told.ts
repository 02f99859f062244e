/** What is told of one stream; positions count from the beginning of the recording. */
export interface Told {
  readonly at: number;
  readonly event: string;
  readonly data: unknown;
}

/** A server, and from when until when it is told. */
export interface Window {
  readonly id: string;
  readonly from: number;
  readonly until: number;
}

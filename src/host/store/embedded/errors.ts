/** Why the embedded PostgreSQL cannot run. */
export type EmbeddedPostgresFault =
  /** No PostgreSQL binary exists for this platform, or the one that exists does not run here. */
  | 'no-binary'
  /** Another Muster process owns the data folder. */
  | 'in-use'
  /** The data folder cannot be made, written or read. */
  | 'data-folder'
  /** The cluster was made by another major version of PostgreSQL. */
  | 'version'
  /** initdb or postgres itself failed. */
  | 'failed';

/** A fault of the embedded PostgreSQL. Its message is one sentence that says what to do. */
export class EmbeddedPostgresError extends Error {
  readonly kind: EmbeddedPostgresFault;

  constructor(kind: EmbeddedPostgresFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
    this.kind = kind;
  }
}

/** The `code` of a system error (`ENOENT`, `EACCES` …), or undefined for anything else. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

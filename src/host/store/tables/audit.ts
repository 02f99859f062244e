/** One row of the audit. A trigger refuses update, delete and truncate. */
export interface AuditRow {
  /** Consecutive from 1. */
  readonly id: number;
  readonly at: number;
  /** The account that did it; null for the host itself or its operator at the terminal. */
  readonly actor: string | null;
  /** `server/<id>`, `account/<id>`, `wall/<id>`, `display/<id>` or `host`. */
  readonly resource: string;
  /** `feature.verb`. */
  readonly action: string;
  /** JSON, byte for byte what the hash covers. Ids rather than names: nothing here can be erased. */
  readonly detail: string;
  readonly previous_hash: Buffer;
  /** Over the previous hash and this row: with the host's key since `audit.keyed`, before it SHA-256 alone. */
  readonly hash: Buffer;
}

export interface AuditTables {
  readonly audit: AuditRow;
}

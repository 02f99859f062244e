/** What all hosts of one database must agree on, such as the check of the secret key. */
export interface HostValueRow {
  readonly key: string;
  readonly value: string;
}

/** A host process that lives. Its death removes the row, and with it its leases. */
export interface HostRow {
  readonly id: string;
  /** Epoch milliseconds of the database. */
  readonly alive_until: number;
  /** Below which it reads logs; null where its operator allows none. */
  readonly log_root: string | null;
}

export interface HostTables {
  readonly hosts: HostRow;
  readonly host_values: HostValueRow;
}

/** What all hosts of one database must agree on, such as the check of the secret key. */
export interface HostValueRow {
  readonly key: string;
  readonly value: string;
}

export interface HostTables {
  readonly host_values: HostValueRow;
}

import type { ColumnType } from 'kysely';

/** One row of a resource. */
export interface ResourceRow {
  readonly resource: string;
  readonly server_id: string;
  readonly id: string;
  /** The value of the field by which the resource is ordered. */
  readonly order_key: ColumnType<unknown, string, string>;
  /** As the wire has it. */
  readonly data: ColumnType<unknown, string, string>;
  /** It can be brought back for a while; null: it is there. */
  readonly removed_at: number | null;
}

export interface ResourceTables {
  readonly resource_rows: ResourceRow;
}

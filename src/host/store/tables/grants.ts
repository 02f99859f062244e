/** One permission that was given to one subject on one resource directly. What anybody may do, `rights` tells. */
export interface GrantRow {
  /** The id of an account. */
  readonly subject: string;
  /** `server/<id>`, `wall/<id>`, `display/<id>` or `host`. */
  readonly resource: string;
  readonly permission: string;
  /** null: given by the system (the founder, whoever adds a server). */
  readonly granted_by: string | null;
  readonly since: number;
}

/** A permission that this database knows. */
interface KnownPermissionRow {
  readonly permission: string;
  /** Epoch ms: nobody could give or take it before. */
  readonly since: number;
}

export interface GrantTables {
  readonly grants: GrantRow;
  readonly known_permissions: KnownPermissionRow;
}

/** One permission of one subject on one resource; the only source of permissions. */
export interface GrantRow {
  /** The id of an account (later also of a team or an organization). */
  readonly subject: string;
  /** `server/<id>`, `wall/<id>`, `display/<id>` or `host`. */
  readonly resource: string;
  readonly permission: string;
  /** null: given by the system (the founder, whoever adds a server). */
  readonly granted_by: string | null;
  readonly since: number;
}

/** A permission of a server that this database knows. */
interface KnownPermissionRow {
  readonly permission: string;
  /** Epoch ms: nobody could give or take it before. */
  readonly since: number;
}

export interface GrantTables {
  readonly grants: GrantRow;
  readonly known_permissions: KnownPermissionRow;
}

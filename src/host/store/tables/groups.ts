/** A team or an organization. */
export interface GroupRow {
  readonly id: string;
  readonly kind: 'team' | 'organization';
  readonly identifier: string;
  /** The account that holds its owner role. */
  readonly owner: string;
  /** The organization that a team belongs to; null: to none. */
  readonly organization_id: string | null;
  readonly created_at: number;
  readonly deleting: 'requested' | 'in-progress' | 'done' | null;
}

/** A role of a group. */
export interface GroupRoleRow {
  readonly id: string;
  readonly group_id: string;
  readonly name: string;
  /** `#rrggbb`. */
  readonly colour: string;
  /** The owner role has 0; what is larger stands below. Unique in the group. */
  readonly hierarchy: number;
  /** It holds every permission, also those of later versions; `permissions` is empty. */
  readonly is_owner: boolean;
  readonly permissions: string[];
  readonly created_at: number;
}

/** Who belongs to a group, with one role at most. */
export interface GroupMemberRow {
  readonly group_id: string;
  readonly account_id: string;
  /** null: the role that they had is deleted. */
  readonly role_id: string | null;
  readonly since: number;
}

/** Somebody who was asked to belong to a group. */
export interface GroupInviteRow {
  readonly id: string;
  readonly group_id: string;
  readonly role_id: string;
  readonly from_id: string;
  readonly to_id: string;
  readonly created_at: number;
  readonly expires_at: number;
  readonly answered_at: number | null;
  /** null: nobody has answered. */
  readonly accepted: boolean | null;
}

/** For how long staff may act on a resource as its owner. */
export interface SupportAuthorizationRow {
  /** What is done by it says so in the audit. */
  readonly id: string;
  /** `server/<id>` or `group/<id>`, with what belongs to it; each has one at most. */
  readonly resource: string;
  readonly given_by: string;
  readonly since: number;
  readonly until: number;
  /** They may also cause costs for the owner. */
  readonly costs: boolean;
}

/** A view: every permission that anybody has on anything, and through what. Where two ways lead, it has two rows. */
export interface RightRow {
  readonly subject: string;
  /** `server/<id>`, `group/<id>`, `wall/<id>`, `display/<id>` or `host`. */
  readonly resource: string;
  readonly permission: string;
  /** Given directly, by a role, or to staff for as long as the owner lets them. */
  readonly via: 'shared' | 'role' | 'support';
  readonly role_id: string | null;
  readonly since: number;
  /** null: it does not end by itself. */
  readonly until: number | null;
}

export interface GroupTables {
  readonly groups: GroupRow;
  readonly group_roles: GroupRoleRow;
  readonly group_members: GroupMemberRow;
  readonly group_invites: GroupInviteRow;
  readonly support_authorizations: SupportAuthorizationRow;
  readonly rights: RightRow;
  /** The same of buckets. */
  readonly bucket_rights: RightRow;
}

/** A team or an organization. */
export const GROUP_KIND = ['team', 'organization'] as const;
export type GroupKind = (typeof GROUP_KIND)[number];

/** What may be of teams and organizations. The host refuses more, and a form says so before. */
export const GROUP_LIMIT = {
  /** Second specification, section 5. */
  identifier: 20,
  roleName: { least: 4, most: 12 },
  /** Roles and members of one, invitations of one that are open, and teams of an organization. */
  roles: 100,
  members: 1_000,
  invites: 200,
  teams: 100,
  /** Teams, and organizations, that an account owns, where its plan has no limit; and all that it belongs to. */
  owned: 100,
  joined: 200,
  /** Servers that one has, as many as are listed. */
  servers: 1_000,
  /** Open invitations to groups that are for one account. */
  invitesFor: 100,
  /** The newest invitations that are shown, answered ones among them; so many days after its end one is forgotten. */
  invitesShown: 500,
  invitesKeptDays: 30,
  days: { least: 1, most: 90, usual: 7 },
} as const;

/** How the deletion of a group goes on; before the last it is still listed. */
export const GROUP_DELETION = ['requested', 'in-progress', 'done'] as const;

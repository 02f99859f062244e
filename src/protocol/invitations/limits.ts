export const INVITATION_LIMIT = {
  /** Open ones that an account may have made, and that may be made for one. */
  open: 100,
  /** The newest that are shown to an account, answered ones among them. */
  shown: 500,
  /** So many servers can one be for. */
  servers: 5_000,
  days: { least: 1, most: 90, usual: 7 },
} as const;

/** How an invitation stands. Second specification, section 4. */
export const INVITATION_STATE = ['pending', 'accepted', 'declined', 'expired'] as const;
export type InvitationState = (typeof INVITATION_STATE)[number];

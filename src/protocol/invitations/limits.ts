export const INVITATION_LIMIT = {
  /** Open ones that an account may have made, those of them for the same account, and all that are for one. */
  open: 100,
  openForOne: 5,
  openFor: 100,
  /** So many may an account make within a day, and have mailed, those among them that it took back. */
  aDay: 100,
  /** The newest that are shown to an account, answered ones among them. */
  shown: 500,
  /** So many days after its end one is forgotten. */
  keptDays: 30,
  /** So many servers can one be for. */
  servers: 5_000,
  days: { least: 1, most: 90, usual: 7 },
} as const;

/** How an invitation stands. Second specification, section 4. */
export const INVITATION_STATE = ['pending', 'accepted', 'declined', 'expired'] as const;
export type InvitationState = (typeof INVITATION_STATE)[number];

/** Why somebody got nothing on a server of an invitation, or nothing was taken back there. */
export const GIVING_REFUSED = [
  'permission-denied',
  'not-found',
  'limit-reached',
  'server-restricted',
] as const;
export const TAKING_REFUSED = [
  'permission-denied',
  'not-found',
  'owner-stays',
  'last-manager',
  'server-restricted',
] as const;
export type GivingRefused = (typeof GIVING_REFUSED)[number];
export type TakingRefused = (typeof TAKING_REFUSED)[number];

/** What the states of a ban are called, in lists and in what is told of them. */
export const banStatus = {
  ACTIVE: 'in force',
  INACTIVE: 'over',
  REWORK_REQUIRED: 'set aside',
  REVOKED: 'revoked',
} as const;

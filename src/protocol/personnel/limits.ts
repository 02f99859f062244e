/** Accounts that may do something with one server. */
export const PERSONNEL_MAX = 500;

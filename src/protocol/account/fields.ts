import { z } from 'zod';

/** The name to sign in with: 3 to 32 of letters, digits, dot, dash and underscore; unique without case. */
export const username = z
  .string()
  .min(3)
  .max(32)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'username');

/** Public name: 3 to 18 alphanumeric characters. First specification, section 5. */
export const displayName = z
  .string()
  .min(3)
  .max(18)
  .regex(/^[A-Za-z0-9]+$/, 'alphanumeric');

/** At least 8 characters (first specification, section 5); the upper bound keeps hashing bounded. */
export const password = z.string().min(8).max(256);

export const email = z.email().max(254);

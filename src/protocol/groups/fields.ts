import { z } from 'zod';
import { containing } from '../marks.ts';
import { GROUP_LIMIT } from './limits.ts';

/** What a team or an organization is called: 1 to 20 printable ASCII characters. Second specification, section 5. */
export const groupIdentifier = containing(
  'words',
  z
    .string()
    .trim()
    .min(1)
    .max(GROUP_LIMIT.identifier)
    .regex(/^[\x20-\x7e]+$/, 'ascii'),
);

/** What a role is called: 4 to 12 characters, on one line. Second specification, section 5. */
export const roleName = containing(
  'words',
  z
    .string()
    .trim()
    .min(GROUP_LIMIT.roleName.least)
    .max(GROUP_LIMIT.roleName.most)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'one-line'),
);

/** `#rrggbb`. */
export const roleColour = containing('words', z.string().regex(/^#[0-9a-f]{6}$/, 'colour'));

/** What a ban list says of itself to everybody with an account. Second specification, sections 3 and 5. */
import { z } from 'zod';
import { email } from '../account/fields.ts';
import { BANLIST_CATEGORY } from '../enumerations.ts';
import { freeText, words } from '../fields.ts';
import { containing } from '../marks.ts';
import { BAN_LIMIT } from './limits.ts';

const { description, link } = BAN_LIMIT.profile;

/** The fields of a profile, for its form too: the first three are needed, the others may be empty. */
export const profileFields = {
  category: z.enum(BANLIST_CATEGORY),
  description: containing('free-text', z.string().trim().min(1).max(description)),
  contact_email: containing('email', email),
  /** A page over HTTPS, and nobody's password in it. */
  website: containing(
    'words',
    z
      .string()
      .trim()
      .max(link)
      .regex(/^(?:https:\/\/[^\s/?#@\\]+\.[^\s/?#@\\]+(?:[/?#]\S*)?)?$/u, 'https-link'),
  ),
  /** A host, with or without its port. */
  teamspeak: containing(
    'words',
    z
      .string()
      .trim()
      .max(link)
      .regex(
        /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+(?::[1-9]\d{0,4})?)?$/iu,
        'teamspeak-address',
      ),
  ),
  discord: containing(
    'words',
    z
      .string()
      .trim()
      .max(link)
      .regex(
        /^(?:https:\/\/(?:discord\.gg|discord\.com\/invite)\/[A-Za-z0-9-]{2,32})?$/u,
        'discord-invite',
      ),
  ),
};

/** What a public list says of itself, as it is told. */
export const banListProfile = z.object({
  category: profileFields.category,
  description: freeText,
  contact_email: containing('email', z.string()),
  website: words,
  teamspeak: words,
  discord: words,
});
export type BanListProfile = z.infer<typeof banListProfile>;

/** What the form begins with where a list says nothing yet. */
export const NO_PROFILE: BanListProfile = {
  category: 'general',
  description: '',
  contact_email: '',
  website: '',
  teamspeak: '',
  discord: '',
};

/** What a ban list says of itself, for those whose list it is. */
import { z } from 'zod';
import { read, write } from '../call.ts';
import { BAN_LIMIT } from './limits.ts';
import { banListProfile, profileFields } from './profile.ts';

const PROFILE = '/app/v1/banlist/:banlist_id/profile' as const;

const text = z.string().max(BAN_LIMIT.profile.description);
const seen = {
  category: profileFields.category,
  description: text,
  contact_email: text,
  website: text,
  teamspeak: text,
  discord: text,
};

/** null: it says nothing. */
const answer = z.object({ profile: banListProfile.nullable() });

export const banListProfileRead = read({
  name: 'banlist-profile',
  path: PROFILE,
  summary: 'What a ban list says of itself where it is public.',
  answer,
  access: 'banlist.view',
});

export const banListProfileSet = write({
  name: 'banlist-profile-set',
  path: PROFILE,
  summary:
    'Say what a ban list is: its category, a description and an e-mail address for questions, and if wanted a website, a TeamSpeak server and an invitation to Discord. Everybody with an account reads it while the list is public.',
  body: {
    ...profileFields,
    /** What the editor saw, as the form begins where there is none; where it is another by now, nothing is changed. */
    was: z.object(seen).partial().optional(),
  },
  answer,
  errors: ['being-deleted', 'row-changed'],
  access: 'banlist.modify',
});

export const banListProfileRemove = write({
  name: 'banlist-profile-remove',
  path: `${PROFILE}/remove`,
  summary: 'Remove what a ban list says of itself. Sent again, it is gone already.',
  body: {},
  answer,
  errors: ['being-deleted'],
  access: 'banlist.modify',
});

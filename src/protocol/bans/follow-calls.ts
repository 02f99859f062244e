/** A list follows another one of the same Muster. */
import { z } from 'zod';
import { write } from '../call.ts';
import { told } from '../resources/fields.ts';
import { banListShareCode } from './fields.ts';

const LIST = '/app/v1/banlist/:banlist_id' as const;
const deleted = 'being-deleted';

export const banListCodeRenew = write({
  name: 'banlist-code-renew',
  path: `${LIST}/code`,
  summary:
    'Give a ban list another share code: the one before is unknown from then on. Whoever follows it goes on to.',
  body: {},
  answer: told,
  errors: [deleted, 'not-followable'],
  access: 'banlist.modify',
});

export const banListFollow = write({
  name: 'banlist-follow',
  path: `${LIST}/follows`,
  summary:
    'Let a ban list follow another one by its share code: servers that obey the first obey the second, too, but not what that follows.',
  body: { share_code: banListShareCode },
  answer: told,
  errors: [
    deleted,
    'share-code-unknown',
    'not-followable',
    'follows-itself',
    'already-followed',
    'already-primary',
    'followed-by-primary',
    'limit-reached',
  ],
  access: 'banlist.modify',
  limit: { max: 20, seconds: 60, by: 'account' },
});

export const banListFollowPreview = write({
  name: 'banlist-follow-preview',
  path: `${LIST}/follows/preview`,
  summary:
    'How many of those who are on now would be kicked if a ban list followed the one of a share code: on the servers that obey the first and that the account may see.',
  body: { share_code: banListShareCode },
  answer: z.object({
    players: z.int().min(0),
    kept_out: z.int().min(0),
    /** Servers that obey the list and that the account may not see. */
    unseen: z.int().min(0),
  }),
  errors: [deleted, 'share-code-unknown', 'not-followable', 'follows-itself'],
  access: 'banlist.modify',
  limit: { max: 60, seconds: 60, by: 'account' },
});

export const banListUnfollow = write({
  name: 'banlist-unfollow',
  path: `${LIST}/follows/:followed_id/remove`,
  summary: 'Let a ban list follow another one no more. Sent again, it does not any more.',
  body: {},
  answer: told,
  errors: [deleted],
  access: 'banlist.modify',
});

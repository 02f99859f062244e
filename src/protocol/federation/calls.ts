import { z } from 'zod';
import { write } from '../call.ts';
import { hexId } from '../fields.ts';
import { told } from '../resources/fields.ts';
import { shareLink } from './fields.ts';
import { REMOTE_CAUSE } from './limits.ts';

const LIST = '/app/v1/banlist/:banlist_id' as const;
const deleted = 'being-deleted';

export const banListShare = write({
  name: 'banlist-share',
  path: `${LIST}/shares`,
  summary:
    'Share a ban list with another installation of Muster: the answer is a link that one of its lists can follow this one by, once. It needs `banlist.list`, too, and with addresses `server.view.personal` on a server of the same owner that obeys the list. The caller chooses the id of the share, so that the same request makes one link.',
  /** `addresses`: with the addresses of bans, where the other side wants them. */
  body: { share_id: hexId, addresses: z.boolean() },
  answer: told.extend({ link: shareLink }),
  errors: [deleted, 'not-followable', 'https-needed', 'limit-reached'],
  access: 'banlist.modify',
  limit: { max: 20, seconds: 60, by: 'account' },
});

export const banListShareEnd = write({
  name: 'banlist-share-end',
  path: `${LIST}/shares/:share_id/remove`,
  summary:
    'Share a ban list with an installation no more: what it has of it is gone there as soon as it asks. Sent again, it is shared no more.',
  body: {},
  answer: told,
  errors: [deleted],
  access: 'banlist.modify',
});

export const banListRemoteFollow = write({
  name: 'banlist-remote-follow',
  path: `${LIST}/remotes`,
  summary:
    'Let a ban list follow one of another installation by the link of its share. The caller chooses the id, so that the same request follows it once. The other installation is asked: this may take some seconds.',
  /** `addresses`: with the addresses of bans, where the other side shares them. */
  body: { remote_id: hexId, link: shareLink, addresses: z.boolean() },
  answer: told,
  errors: [
    deleted,
    'share-link-refused',
    'follows-itself',
    'already-followed',
    'limit-reached',
    'remote-failed',
  ],
  access: 'banlist.modify',
  limit: { max: 20, seconds: 60, by: 'account' },
});

/** What `remote-failed` names as its field `link`: why the other installation was not reached, or not understood. */
export const remoteFailure = z.enum(REMOTE_CAUSE);

export const banListRemoteNow = write({
  name: 'banlist-remote-now',
  path: `${LIST}/remotes/:remote_id/now`,
  summary: 'Ask now for what changed on a followed ban list of another installation.',
  body: {},
  answer: told,
  errors: [deleted],
  access: 'banlist.modify',
  limit: { max: 20, seconds: 60, by: 'account' },
});

export const banListRemoteUnfollow = write({
  name: 'banlist-remote-unfollow',
  path: `${LIST}/remotes/:remote_id/remove`,
  summary:
    'Let a ban list follow one of another installation no more; its bans hold no more from then on, and go. Sent again, it does not any more.',
  body: {},
  answer: told,
  errors: [deleted],
  access: 'banlist.modify',
});

/** The picture above what a ban list says of itself. */
import { z } from 'zod';
import { read, write } from '../call.ts';
import { base64 } from '../fields.ts';
import { BAN_LIMIT } from './limits.ts';

const BANNER = '/app/v1/banlist/:banlist_id/banner' as const;

const content = base64(BAN_LIMIT.banner.bytes);

/** null: it has none. */
const answer = z.object({ content: content.nullable() });

export const banListBannerRead = read({
  name: 'banlist-banner',
  path: BANNER,
  summary: 'The banner of a ban list.',
  answer,
  access: 'banlist.view',
});

export const banListBannerSet = write({
  name: 'banlist-banner-set',
  path: BANNER,
  summary:
    'Give a ban list a banner: a PNG, JPEG or WebP of at most 512 KiB and 1200 × 400. Everybody with an account sees it while the list is public. It counts by the storage of the account whose the list is.',
  body: { content },
  answer: z.object({ bytes: z.int().min(1) }),
  errors: ['being-deleted', 'upload-too-large', 'file-not-recognized', 'storage-quota-reached'],
  access: 'banlist.modify',
  limit: { max: 20, seconds: 60, by: 'account' },
});

export const banListBannerRemove = write({
  name: 'banlist-banner-remove',
  path: `${BANNER}/remove`,
  summary: 'Remove the banner of a ban list. Sent again, it is gone already.',
  body: {},
  answer: z.object({ content: z.null() }),
  errors: ['being-deleted'],
  access: 'banlist.modify',
});

export const banListPublicBanner = read({
  name: 'public-banlist-banner',
  path: '/app/v1/public-banlists/:banlist_id/banner',
  summary: 'The banner of a public ban list.',
  answer,
  errors: ['not-found'],
  access: 'signed-in',
});

/** The picture above what a ban list says of itself. */
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import type { Handler } from '../calls/handler.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import { change, type Change } from '../change/change.ts';
import { STORAGE_ROWS } from '../files/rows.ts';
import { lockStorage } from '../files/storage.ts';
import type { Database } from '../store/database.ts';
import { ownerOf, refused, refuseFull } from './evidence.ts';
import { auditBanList, lockBanList } from './list.ts';
import { pictureSize } from './picture-size.ts';

/** `GET banlist/:id/banner`. */
export const banListBannerRead: Handler<'banListBannerRead'> = ({ params }, { db }) =>
  bannerOf(db, params.banlist_id);

/** `GET public-banlists/:id/banner`. */
export const banListPublicBanner: Handler<'banListPublicBanner'> = async ({ params }, { db }) => {
  const list = await db
    .selectFrom('ban_lists')
    .select('id')
    .where('id', '=', params.banlist_id)
    .where('is_public', '=', true)
    .where('deleting', 'is', null)
    .executeTakeFirst();
  if (list === undefined) throw noSuch('ban list');
  return bannerOf(db, list.id);
};

async function bannerOf(db: Database, banlist_id: string) {
  const banner = await db
    .selectFrom('ban_list_banners')
    .select('content')
    .where('banlist_id', '=', banlist_id)
    .executeTakeFirst();
  return { content: banner?.content.toString('base64') ?? null };
}

/** `POST banlist/:id/banner`. */
export const banListBannerSet: Handler<'banListBannerSet'> = async ({ params, body }, context) => {
  const { banlist_id } = params;
  const content = Buffer.from(body.content, 'base64');
  const { bytes: most, width, height } = BAN_LIMIT.banner;
  const size = pictureSize(content);
  if (size === null) throw refused('file-not-recognized', 'A PNG, JPEG or WebP.', 'content');
  if (content.length > most || size.width > width || size.height > height) {
    throw refused('upload-too-large', `At most 512 KiB and ${width} × ${height}.`, 'content');
  }
  const bytes = content.length;
  await change(context, async (made) => {
    const { trx, now } = made;
    const owner = await ownerOf(trx, banlist_id);
    await lockStorage(trx, owner);
    const { identifier } = await lockBanList(trx, banlist_id);
    if ((await ownerOf(trx, banlist_id)) !== owner) {
      throw new HostError('service-unavailable', 'Somebody else has just moved it. Try again.');
    }
    const before = await take(made, banlist_id);
    await refuseFull(trx, context, owner, bytes, now);
    await trx.insertInto('ban_list_banners').values({ banlist_id, content, bytes }).execute();
    // Sent again where an answer got lost.
    if (before?.content.equals(content)) return;
    auditBanList(made, banlist_id, 'banner', { text: identifier, after: { bytes } });
    made.tellRows(STORAGE_ROWS, owner, [owner]);
  });
  return { bytes };
};

/** `POST banlist/:id/banner/remove`. */
export const banListBannerRemove: Handler<'banListBannerRemove'> = ({ params }, context) =>
  change(context, async (made) => {
    const { identifier } = await lockBanList(made.trx, params.banlist_id);
    await removeBanner(made, params.banlist_id, identifier);
    return { content: null };
  });

/** Removes the banner of a list that is locked; says so where it had one. */
export async function removeBanner(made: Change, id: string, identifier: string): Promise<void> {
  if ((await take(made, id)) === undefined) return;
  const owner = await ownerOf(made.trx, id);
  auditBanList(made, id, 'banner-remove', { text: identifier });
  made.tellRows(STORAGE_ROWS, owner, [owner]);
}

function take({ trx }: Change, id: string) {
  return trx
    .deleteFrom('ban_list_banners')
    .where('banlist_id', '=', id)
    .returning('content')
    .executeTakeFirst();
}

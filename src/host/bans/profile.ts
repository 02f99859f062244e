/** What a ban list says of itself to everybody who may read it. */
import { NO_PROFILE, type BanListProfile } from '../../protocol/bans/profile.ts';
import type { Handler } from '../calls/handler.ts';
import { hasFields, refuseUnseen } from '../calls/seen.ts';
import { change } from '../change/change.ts';
import type { Database, Trx } from '../store/database.ts';
import { removeBanner } from './banner.ts';
import { auditBanList, lockBanList } from './list.ts';
import { act } from './verification.ts';

/** What a list says; null where it says nothing. */
export async function profileOf(db: Database | Trx, id: string): Promise<BanListProfile | null> {
  const profile = await db
    .selectFrom('ban_list_profiles')
    .select(['category', 'description', 'contact_email', 'website', 'teamspeak', 'discord'])
    .where('banlist_id', '=', id)
    .executeTakeFirst();
  return profile ?? null;
}

/** `GET banlist/:id/profile`. */
export const banListProfileRead: Handler<'banListProfileRead'> = async ({ params }, { db }) => ({
  profile: await profileOf(db, params.banlist_id),
});

/** `POST banlist/:id/profile`. Its texts stand in no audit: they go with what it says. */
export const banListProfileSet: Handler<'banListProfileSet'> = ({ params, body }, context) =>
  change(context, async (made) => {
    const { banlist_id: id } = params;
    const { was, acsrf_token: _, ...profile } = body;
    const list = await lockBanList(made.trx, id);
    const before = await profileOf(made.trx, id);
    // Sent again where an answer got lost.
    if (before !== null && hasFields(before, profile)) return { profile: before };
    refuseUnseen(before ?? NO_PROFILE, was);
    await made.trx
      .insertInto('ban_list_profiles')
      .values({ banlist_id: id, ...profile })
      .onConflict((conflict) => conflict.column('banlist_id').doUpdateSet(profile))
      .execute();
    auditBanList(made, id, 'profile', {
      text: list.identifier,
      ...(before !== null && { before: { category: before.category } }),
      after: { category: profile.category },
    });
    return { profile };
  });

/** `POST banlist/:id/profile/remove`. */
export const banListProfileRemove: Handler<'banListProfileRemove'> = ({ params }, context) =>
  change(context, async (made) => {
    const { banlist_id: id } = params;
    const list = await lockBanList(made.trx, id);
    const gone = await made.trx
      .deleteFrom('ban_list_profiles')
      .where('banlist_id', '=', id)
      .returning('banlist_id')
      .executeTakeFirst();
    if (gone === undefined) return { profile: null };
    auditBanList(made, id, 'profile-remove', { text: list.identifier });
    await removeBanner(made, id, list.identifier);
    await act(made, id, 'lapse');
    return { profile: null };
  });

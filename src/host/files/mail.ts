import { GRACE_MS } from '../../domain/files/storage.ts';
import { to as routeTo } from '../../domain/routes/routes.ts';
import type { HostDeps } from '../calls/deps.ts';
import type { Change } from '../change/change.ts';
import { queueMail, type Mail } from '../mail/outbox.ts';

/** Mails the owner, once for each time of grace, when the oldest of their files go. Not to an address that nobody verified. */
export async function mailBeforeFilesGo(
  { trx, now }: Change,
  { secrets, portalOrigin }: Pick<HostDeps, 'secrets' | 'portalOrigin'>,
  accountId: string,
): Promise<void> {
  const told = await trx
    .updateTable('accounts')
    .set((row) => ({ storage_mailed_since: row.ref('storage_over_since') }))
    .where('id', '=', accountId)
    .where('storage_over_since', 'is not', null)
    .where((row) => row('storage_mailed_since', 'is distinct from', row.ref('storage_over_since')))
    .where('email_verified_at', 'is not', null)
    .returning(['username', 'email', 'storage_over_since as since'])
    .executeTakeFirst();
  if (told === undefined || told.since === null) return;
  const { username, email: to, since } = told;
  await queueMail(trx, secrets, goingMail(portalOrigin(), { username, to, since }), now);
}

function goingMail(
  portal: string,
  {
    username,
    to,
    since,
  }: { readonly username: string; readonly to: string; readonly since: number },
): Mail {
  const day = new Date(since + GRACE_MS).toISOString().slice(0, 16).replace('T', ' ');
  const text = [
    `Hello ${username},`,
    `your servers at ${portal} keep more files than your storage holds. The oldest are deleted on ${day} UTC.`,
    'Until then you can download or delete files, or choose to keep all of them:',
    `${portal}${routeTo.storage()}`,
  ].join('\n\n');
  return { to, subject: 'Old files will be deleted', text };
}

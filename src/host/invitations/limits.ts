/** How many invitations there may be, so that nobody is flooded by them, nor by their mails. */
import { INVITATION_LIMIT } from '../../protocol/invitations/limits.ts';
import type { Change } from '../change/change.ts';
import { HostError } from '../calls/host-error.ts';
import { lockName } from '../store/lock.ts';

const DAY_MS = 86_400_000;

/**
 * Until the transaction ends, nobody else makes one of this account, or for that one: by this a request is known that is
 * sent again, too.
 */
export async function lockInviting(made: Change, from: string, to: string | null): Promise<void> {
  const names = [from, ...(to === null ? [] : [to])].toSorted();
  for (const name of names) await lockName(made.trx, `invitations of ${name}`);
}

/** Throws where an account may make no other today, those that it took back among them. */
export async function refuseToday(made: Change, from: string): Promise<void> {
  const { count, first } = await made.trx
    .selectFrom('invitations')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min<number>('created_at').as('first'),
    ])
    .where('from_id', '=', from)
    .where('created_at', '>', made.now - DAY_MS)
    .executeTakeFirstOrThrow();
  if (count < INVITATION_LIMIT.aDay) return;
  const text = `At most ${INVITATION_LIMIT.aDay} invitations a day. Try again tomorrow.`;
  const retryAfter = Math.max(1, Math.ceil((first + DAY_MS - made.now) / 1_000));
  throw new HostError('rate-limited', text, { retryAfter });
}

/** Throws where too many wait already, of this account or for that one. */
export async function refuseOpen(made: Change, from: string, to: string | null): Promise<void> {
  const open = made.trx
    .selectFrom('invitations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('used_at', 'is', null)
    .where('expires_at', '>', made.now);
  const own = open.where('from_id', '=', from);
  if ((await own.executeTakeFirstOrThrow()).count >= INVITATION_LIMIT.open) {
    const text = `${INVITATION_LIMIT.open} invitations of yours wait already: take one back first.`;
    throw new HostError('limit-reached', text);
  }
  if (to === null) return;
  const both = await own.where('to_id', '=', to).executeTakeFirstOrThrow();
  const theirs = await open.where('to_id', '=', to).executeTakeFirstOrThrow();
  if (both.count < INVITATION_LIMIT.openForOne && theirs.count < INVITATION_LIMIT.openFor) return;
  const text = 'Too many invitations wait for this account: it has to answer some first.';
  throw new HostError('limit-reached', text, { fields: { identifier: 'full' } });
}

import { planInForce, scheduleLimits, tierOf } from '../../domain/account/plan.ts';
import { accountStream } from '../../protocol/streams.ts';
import type { SessionData } from '../../protocol/session/fields.ts';
import type { HostDeps } from '../calls/deps.ts';
import { HostError } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { groupsOf } from './groups.ts';
import { supportingOf } from './supporting.ts';
import { grantedServers, hostPermissions } from '../access/grants.ts';
import { restrictedServers } from '../access/restricted.ts';
import { atOneMoment, type Trx } from '../store/database.ts';
import type { CurrentSession } from '../identity/sessions.ts';
import { limitsOf, ownedServers, quotaOf, subscriberOf, upgradeDue } from '../access/plan.ts';
import { z } from 'zod';

/** What a person can choose, with what holds until they do. */
const preferences = z.object({
  menu_layout: z.string().default('default'),
  language: z.string().default('en'),
  datetime_locale: z.string().default('en'),
  audio_alert_watcher: z.boolean().default(false),
});

export const session: Handler<'session'> = async (_input, context) => {
  const { session, db, now } = context;
  if (session === null) throw new HostError('not-signed-in', 'Sign in first.');
  return atOneMoment(db, (trx) => readSessionData(trx, context, session, now));
};

/** Everything at one moment: the position and what is true at it come from one snapshot of the database. */
async function readSessionData(
  trx: Trx,
  deps: HostDeps,
  session: CurrentSession,
  now: number,
): Promise<SessionData> {
  const { id } = session.account;
  const account = await trx
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const restricted = await restrictedServers(trx, id);
  const servers = new Map([...(await grantedServers(trx, id)), ...restricted]);
  const { settings } = deps;
  const subscription = subscriberOf(account, settings, now);
  const limits = limitsOf(account, settings, now);
  const chosen = preferences.parse(account.preferences);
  return {
    position: await deps.publish.position(trx, accountStream(id)),
    muster_id: id,
    ui: { menu_layout: chosen.menu_layout },
    persona: {
      username: account.username,
      profile: { display_name: account.display_name, avatar: null },
    },
    email: { address: account.email, verified: account.email_verified_at !== null },
    mail: settings.smtpUrl !== undefined,
    preferences: {
      language: chosen.language,
      app: { datetime_locale: chosen.datetime_locale },
      audio_alert_watcher: chosen.audio_alert_watcher,
    },
    subscription,
    subscriptions: {
      omega: {
        tier: settings.plans ? tierOf(subscription.plan) : 'DEFAULT',
        plans: settings.plans,
        upgrade: upgradeDue(account, settings, now),
      },
    },
    limits: {
      ...limits,
      ...scheduleLimits(planInForce(subscription, now), settings),
      storage: quotaOf(account, settings, now),
    },
    usage: { servers: await ownedServers(trx, id) },
    capabilities: [...(await hostPermissions(trx, id))],
    ...(await groupsOf(trx, id, servers, now)),
    servers: Object.fromEntries([...servers].map(([server, held]) => [server, [...held]])),
    ...(account.titles.includes('staff') && { support: await supportingOf(trx, id) }),
    expires_at: session.expiresAt,
  };
}

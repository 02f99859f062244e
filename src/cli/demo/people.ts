import { change } from '../../host/change/change.ts';
import { createAccount } from '../../host/account/accounts.ts';
import { foundAccount } from '../../host/account/founding.ts';
import { argon2Hashing } from '../../host/account/hashing.ts';
import { nameKey } from '../../host/identity/accounts.ts';
import { issueLink } from '../../host/account/single-use-links.ts';
import { redeemVerification } from '../../host/account/verify-email.ts';
import { grant, serverResource } from '../../host/access/grants.ts';
import { publish } from '../../host/realtime/log.ts';
import type { Database } from '../../host/store/database.ts';
import type { Secrets } from '../../host/store/secrets/secrets.ts';
import { DEMO_ACCOUNT, DEMO_ROLE, type DemoRole } from '../../protocol/account/demo.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';

/** What a moderator of a community is usually let do. */
const MODERATOR: readonly ServerPermission[] = [
  'server.view',
  'server.view.feed',
  'server.view.personal',
  'server.view.console',
  'server.action.kick',
  'server.action.console',
  'server.action.message-private',
  'server.action.message-public',
];
const PLAYER: readonly ServerPermission[] = ['server.view', 'server.view.feed'];
/** A player sees a few. */
const OF_A_PLAYER = 3;

/** The id of each demo account. */
export type DemoPeople = Readonly<Record<DemoRole, string>>;

/** Makes the accounts, the owner's first: it is the founding one. Their addresses are verified. */
export async function makePeople(db: Database, secrets: Secrets, now: number): Promise<DemoPeople> {
  const hashing = await argon2Hashing('nobody signs in with this');
  const ids: Partial<Record<DemoRole, string>> = {};
  for (const role of DEMO_ROLE) {
    const { username, displayName, password } = DEMO_ACCOUNT[role];
    const email = `${username}@demo.example`;
    const account = { username, displayName, email, passwordHash: await hashing.hash(password) };
    ids[role] = await change({ db, secrets, publish, now }, async (made) => {
      const id =
        role === 'owner'
          ? await foundAccount(made, { ...account, by: 'founding' })
          : await createAccount(made, {
              ...account,
              plan: 'free',
              titles: [],
              capabilities: [],
              by: 'terminal',
            });
      const token = await issueLink(made.trx, id, nameKey(email), 'verify', now);
      await redeemVerification(made, token);
      return id;
    });
  }
  return ids as Record<DemoRole, string>;
}

/** Lets the moderator onto most servers (not each fifth), and the player onto the first few. */
export async function letIn(
  db: Database,
  { owner, moderator, player }: DemoPeople,
  serverIds: readonly string[],
  now: number,
): Promise<void> {
  for (const [index, id] of serverIds.entries()) {
    const resource = serverResource(id);
    if (index % 5 !== 4) await grant(db, moderator, resource, MODERATOR, owner, now);
    if (index < OF_A_PLAYER) await grant(db, player, resource, PLAYER, owner, now);
  }
}

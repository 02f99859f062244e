import { SERVER_PERMISSION } from '../permissions.ts';
import { idOf, personal, plain, toldResource } from '../resources/resource.ts';
import { GIVING_REFUSED, INVITATION_LIMIT, INVITATION_STATE } from './limits.ts';

/** So many servers are named in a row; the rest is a number. */
export const NAMED_SERVERS = 20;

/**
 * Invitations that an account has made, and that were made for it: both have a row of the same id, each in the stream
 * of its own.
 */
export const INVITES = toldResource({
  name: 'invites',
  scope: 'account',
  many: 'invitations',
  fields: {
    from_id: idOf('account'),
    from_name: personal(({ personName }) => personName, 'from_id'),
    /** Whom it is for; null: whoever has its link. */
    to_id: idOf('account', ({ hexId }) => hexId.nullable()),
    to_name: personal(({ personName }) => personName.nullable(), 'to_id'),
    /** What it brings, on each of its servers. */
    permissions: plain(({ z }) => z.array(z.enum(SERVER_PERMISSION)).max(SERVER_PERMISSION.length)),
    /** How many servers it is for. */
    servers: plain(({ z }) => z.int().min(0)),
    /** The first of them. */
    names: plain(({ z, words }) => z.array(words).max(NAMED_SERVERS)),
    /** On how many of them its person has what it brings; and why not on others that were tried. */
    given: plain(({ z }) => z.int().min(0)),
    refused: plain(({ z }) => z.array(z.enum(GIVING_REFUSED)).max(GIVING_REFUSED.length)),
    /** Whom it is for was let in before: it was given at once, and nobody was asked. */
    at_once: plain(({ z }) => z.boolean()),
    state: plain(({ z }) => z.enum(INVITATION_STATE)),
    made_at: plain(({ moment }) => moment),
    expires_at: plain(({ moment }) => moment),
  },
  order: { by: 'made_at', direction: 'desc' },
  searched: ['from_name'],
  most: INVITATION_LIMIT.shown,
  read: 'account.self',
});

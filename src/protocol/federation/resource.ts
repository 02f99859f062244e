/** Ban lists of one installation that lists of another follow. */
import { plain, toldResource } from '../resources/resource.ts';
import { FEDERATION_LIMIT, REMOTE_CAUSE, REMOTE_STATE } from './limits.ts';
import { BAN_LIMIT } from '../bans/limits.ts';

/** The links of a list that nobody has used yet, and the installations that follow it. */
export const BAN_LIST_SHARES = toldResource({
  name: 'banListShares',
  scope: 'banlist',
  many: 'installations that follow a ban list',
  fields: {
    /** Addresses are shared where the other side wants them; once it follows: they are. */
    addresses: plain(({ z }) => z.boolean()),
    created_at: plain(({ moment }) => moment),
    /** Until when the link can be used; null: it was. */
    until: plain(({ moment }) => moment.nullable()),
    /** Since when it is followed; null: it is not yet. */
    since: plain(({ moment }) => moment.nullable()),
    /** How the installation calls itself; null: it has no address of its own, or nobody follows yet. */
    origin: plain(({ federation }) => federation.installationOrigin.nullable()),
    /** By what its key is known. */
    key: plain(({ federation }) => federation.keyFingerprint.nullable()),
    /** When it last asked, to the hour. */
    asked_at: plain(({ moment }) => moment.nullable()),
  },
  order: { by: 'created_at', direction: 'asc' },
  searched: ['origin'],
  most: FEDERATION_LIMIT.shares,
  read: 'banlist.modify',
});

/** The lists of other installations that a list follows. */
export const BAN_LIST_REMOTES = toldResource({
  name: 'banListRemotes',
  scope: 'banlist',
  many: 'followed ban lists of other installations',
  fields: {
    identifier: plain(({ bans }) => bans.banListIdentifier),
    origin: plain(({ federation }) => federation.installationOrigin),
    addresses: plain(({ z }) => z.boolean()),
    /** Those that hold here. */
    bans: plain(({ z }) => z.int().min(0)),
    /** Until all of it was read once: bans in force there; null: not known. */
    total: plain(({ z }) => z.int().min(0).nullable()),
    since: plain(({ moment }) => moment),
    state: plain(({ z }) => z.enum(REMOTE_STATE)),
    /** As of when it is as there, to some minutes; null: not yet. */
    checked_at: plain(({ moment }) => moment.nullable()),
    /** Since when it cannot be read, why, and when it is tried again; null: it can. */
    failing_since: plain(({ moment }) => moment.nullable()),
    cause: plain(({ z }) => z.enum(REMOTE_CAUSE).nullable()),
    next_at: plain(({ moment }) => moment.nullable()),
    /** Since when it is shared no more. */
    ended_at: plain(({ moment }) => moment.nullable()),
  },
  order: { by: 'since', direction: 'asc' },
  searched: ['identifier', 'origin'],
  most: BAN_LIMIT.follows,
  read: 'banlist.view',
});

/** Ban lists: which an account may see, which servers obey one, which ones a server obeys, and the bans. */
import { BAN_ORIGIN, BAN_STATUS, DELETION_STATE } from '../enumerations.ts';
import { BAN_LIST_PERMISSION } from '../permissions.ts';
import { pagedResource } from '../resources/paged.ts';
import { idOf, LIST_MAX, personal, plain, toldResource } from '../resources/resource.ts';
import { BAN_KIND, BAN_LIMIT, BAN_LIST_OWNER, KEPT_VERIFICATION } from './limits.ts';

const count = plain(({ z }) => z.int().min(0));

/** The ban lists that an account may see: the id of a row is the list's. */
export const BAN_LISTS = toldResource({
  name: 'banLists',
  scope: 'account',
  many: 'ban lists',
  fields: {
    identifier: plain(({ bans }) => bans.banListIdentifier),
    owner_kind: plain(({ z }) => z.enum(BAN_LIST_OWNER)),
    /** The team or the organization, where it is one's. */
    team_id: plain(({ hexId }) => hexId.nullable()),
    organization_id: plain(({ hexId }) => hexId.nullable()),
    /** What that is called. */
    group: plain(({ groups }) => groups.groupIdentifier.nullable()),
    /** The account that it belongs to, or that owns the group that it belongs to. */
    owner_id: idOf('account'),
    owner_name: personal(({ personName }) => personName, 'owner_id'),
    /** What the account may do with it. */
    permissions: plain(({ z }) => z.array(z.enum(BAN_LIST_PERMISSION))),
    /** Bans in force. */
    bans: count,
    /** All that it has, also what is over or revoked. */
    entries: count,
    servers: count,
    /** Bans that are over stay in it. */
    keep_inactive: plain(({ z }) => z.boolean()),
    /** Everybody with an account may read the bans in force. */
    public: plain(({ z }) => z.boolean()),
    /** With the bans of a public list, what speaks for them. */
    evidence_public: plain(({ z }) => z.boolean()),
    /** Others can follow it, by its code. */
    allow_followers: plain(({ z }) => z.boolean()),
    /** What staff were asked and decided about it. */
    verification: plain(({ z }) => z.enum(KEPT_VERIFICATION)),
    /** null: it cannot be followed, or the account may not change the list. */
    share_code: plain(({ bans }) => bans.banListShareCode.nullable()),
    /** How many lists follow it: which ones is theirs to say. */
    followers: count,
    /** Reports of its bans that wait for an answer; 0, too, for whoever may not read them. */
    reports: count,
    /** The lists that it follows. */
    follows: plain(({ z, hexId }) => z.array(hexId).max(BAN_LIMIT.follows)),
    created_at: plain(({ moment }) => moment),
    /** null: nobody deletes it. */
    deleting: plain(({ z }) => z.enum(DELETION_STATE).nullable()),
  },
  order: { by: 'identifier', direction: 'asc' },
  searched: ['identifier', 'group', 'owner_name'],
  most: LIST_MAX,
  read: 'account.self',
});

/** The servers that a list keeps people out of: the id of a row is the server's. */
export const BAN_LIST_SERVERS = toldResource({
  name: 'banListServers',
  scope: 'banlist',
  many: 'servers of a ban list',
  fields: {
    identifier: plain(({ servers }) => servers.identifier),
    game: plain(({ servers }) => servers.game),
    /** Bans that are made from the server go into this list. */
    primary: plain(({ z }) => z.boolean()),
    since: plain(({ moment }) => moment),
  },
  order: { by: 'identifier', direction: 'asc' },
  searched: ['identifier'],
  most: BAN_LIMIT.servers,
  read: 'banlist.view',
});

/** The lists whose bans hold on the servers of one, too: the id of a row is that of the followed list. */
export const BAN_LIST_FOLLOWS = toldResource({
  name: 'banListFollows',
  scope: 'banlist',
  many: 'followed ban lists',
  fields: {
    identifier: plain(({ bans }) => bans.banListIdentifier),
    owner_id: idOf('account'),
    owner_name: personal(({ personName }) => personName, 'owner_id'),
    verified: plain(({ z }) => z.boolean()),
    /** Its bans can be read. */
    public: plain(({ z }) => z.boolean()),
    /** Bans in force. */
    bans: count,
    since: plain(({ moment }) => moment),
  },
  order: { by: 'since', direction: 'asc' },
  searched: ['identifier', 'owner_name'],
  most: BAN_LIMIT.follows,
  read: 'banlist.view',
});

/** The lists that a server obeys: the id of a row is the list's. */
export const SERVER_BAN_LISTS = toldResource({
  name: 'serverBanLists',
  scope: 'server',
  many: 'ban lists of a server',
  fields: {
    identifier: plain(({ bans }) => bans.banListIdentifier),
    primary: plain(({ z }) => z.boolean()),
    /** Bans in force. */
    bans: count,
    /** What the lists are called that it follows: the server obeys them, too. */
    follows: plain(({ z, bans }) => z.array(bans.banListIdentifier).max(BAN_LIMIT.follows)),
    since: plain(({ moment }) => moment),
  },
  order: { by: 'since', direction: 'asc' },
  searched: ['identifier'],
  most: BAN_LIMIT.lists,
  read: 'server.view',
});

/** The bans of a list. Whole addresses are not in it: `banRead` tells them to whoever may see personal data. */
export const BANS = pagedResource({
  name: 'bans',
  scope: 'banlist',
  one: 'ban',
  many: 'bans',
  fields: {
    kind: plain(({ z }) => z.enum(BAN_KIND)),
    /** Whom it is about; null: nobody has been seen by what it names. */
    person_id: idOf('player', ({ hexId }) => hexId.nullable()),
    /** As they were called when they were banned. */
    name: personal(({ personName }) => personName, 'person_id'),
    steam_id: personal(({ freeText }) => freeText.nullable(), 'person_id'),
    guid: personal(({ freeText }) => freeText.nullable(), 'person_id'),
    bohemia_id: personal(({ freeText }) => freeText.nullable(), 'person_id'),
    /** The beginning of the address, the rest as `*`; null: it keeps nobody out by an address. */
    address: personal(({ freeText }) => freeText.nullable(), 'person_id'),
    reason: personal(
      ({ freeText }) => freeText,
      'person_id',
      ({ bans }) => bans.banReason,
    ),
    description: personal(
      ({ freeText }) => freeText,
      'person_id',
      ({ bans }) => bans.banDescription,
    ),
    status: plain(({ z }) => z.enum(BAN_STATUS)),
    /** null: somebody made it here. */
    origin: plain(({ z }) => z.enum(BAN_ORIGIN).nullable()),
    created_at: plain(({ moment }) => moment),
    /** When it is over; null: never. */
    until: plain(({ moment }) => moment.nullable()),
    /** null: nobody with an account. */
    issuer_id: idOf('account', ({ hexId }) => hexId.nullable()),
    issuer_name: personal(({ personName }) => personName, 'issuer_id'),
    changed_at: plain(({ moment }) => moment),
  },
  orders: ['created_at', 'changed_at', 'name', 'reason', 'issuer_name', 'until'],
  nullsLast: ['until'],
  direction: 'desc',
  filters: {
    status: { kind: 'is', field: 'status' },
    kind: { kind: 'is', field: 'kind' },
    origin: { kind: 'is', field: 'origin' },
    person: { kind: 'is', field: 'person_id' },
    issuer: { kind: 'is', field: 'issuer_id' },
    from: { kind: 'least', field: 'created_at' },
    until: { kind: 'most', field: 'created_at' },
  },
  searched: ['name', 'steam_id', 'guid', 'bohemia_id', 'reason', 'description', 'issuer_name'],
  named: ['name'],
  read: 'banlist.list',
});

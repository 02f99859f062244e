/** Buckets: which an account may see, which servers use one, which ones a server uses, and the entries. */
import { BUCKET_TYPE } from '../enumerations.ts';
import { BAN_LIST_OWNER } from '../bans/limits.ts';
import { BUCKET_PERMISSION } from '../permissions.ts';
import { pagedResource } from '../resources/paged.ts';
import { idOf, LIST_MAX, personal, plain, toldResource } from '../resources/resource.ts';
import { BUCKET_LIMIT, FILTER_ACTION, TERM_KIND } from './limits.ts';

const count = plain(({ z }) => z.int().min(0));
const type = plain(({ z }) => z.enum(BUCKET_TYPE));
const identifier = plain(({ buckets }) => buckets.bucketIdentifier);

/** The buckets that an account may see: the id of a row is the bucket's. */
export const BUCKETS = toldResource({
  name: 'buckets',
  scope: 'account',
  many: 'buckets',
  fields: {
    identifier,
    type,
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
    permissions: plain(({ z }) => z.array(z.enum(BUCKET_PERMISSION))),
    entries: count,
    /** Those that were over within seven days when this was told. */
    ending: count,
    servers: count,
    created_at: plain(({ moment }) => moment),
  },
  order: { by: 'identifier', direction: 'asc' },
  searched: ['identifier', 'group', 'owner_name'],
  most: LIST_MAX,
  read: 'account.self',
});

/** The servers that use a bucket: the id of a row is the server's. */
export const BUCKET_SERVERS = toldResource({
  name: 'bucketServers',
  scope: 'bucket',
  many: 'servers of a bucket',
  fields: {
    identifier: plain(({ servers }) => servers.identifier),
    game: plain(({ servers }) => servers.game),
    since: plain(({ moment }) => moment),
  },
  order: { by: 'identifier', direction: 'asc' },
  searched: ['identifier'],
  most: BUCKET_LIMIT.servers,
  read: 'bucket.view',
});

/** The buckets that a server uses: the id of a row is the bucket's. */
export const SERVER_BUCKETS = toldResource({
  name: 'serverBuckets',
  scope: 'server',
  many: 'buckets of a server',
  fields: {
    identifier,
    type,
    entries: count,
    /** When an entry was added or changed last; null: there is none. */
    changed_at: plain(({ moment }) => moment.nullable()),
    since: plain(({ moment }) => moment),
  },
  order: { by: 'since', direction: 'asc' },
  searched: ['identifier'],
  most: BUCKET_LIMIT.buckets,
  read: 'server.view',
});

/** The entries of a bucket: people, or in a filter what it looks for and what it does. */
export const BUCKET_ENTRIES = pagedResource({
  name: 'bucketEntries',
  scope: 'bucket',
  one: 'entry',
  many: 'entries',
  fields: {
    /** Whom it is about; null: a filter, or somebody whom nobody has seen by what it names. */
    person_id: idOf('player', ({ hexId }) => hexId.nullable()),
    /** As they were called when they were entered. */
    name: personal(({ personName }) => personName, 'person_id'),
    steam_id: personal(({ freeText }) => freeText.nullable(), 'person_id'),
    guid: personal(({ freeText }) => freeText.nullable(), 'person_id'),
    bohemia_id: personal(({ freeText }) => freeText.nullable(), 'person_id'),
    /** Of a filter: what it looks for, and how that is read. */
    term: plain(({ buckets }) => buckets.filterTerm.nullable()),
    term_kind: plain(({ z }) => z.enum(TERM_KIND).nullable()),
    /** Of a filter: what it does, and what whoever it is about reads. */
    action: plain(({ z }) => z.enum(FILTER_ACTION).nullable()),
    message: plain(({ buckets }) => buckets.filterMessage.nullable()),
    /** Of a filter that bans: for how long; null: for good. */
    minutes: plain(({ buckets }) => buckets.entryMinutes),
    comment: personal(
      ({ freeText }) => freeText,
      'person_id',
      ({ buckets }) => buckets.entryComment,
    ),
    created_at: plain(({ moment }) => moment),
    /** When it is over; null: never. */
    until: plain(({ moment }) => moment.nullable()),
    issuer_id: idOf('account', ({ hexId }) => hexId.nullable()),
    issuer_name: personal(({ personName }) => personName, 'issuer_id'),
    changed_at: plain(({ moment }) => moment),
  },
  orders: ['created_at', 'changed_at', 'name', 'issuer_name', 'until'],
  nullsLast: ['until'],
  direction: 'desc',
  filters: {
    person: { kind: 'is', field: 'person_id' },
    issuer: { kind: 'is', field: 'issuer_id' },
    from: { kind: 'least', field: 'created_at' },
    until: { kind: 'most', field: 'created_at' },
  },
  searched: ['name', 'steam_id', 'guid', 'bohemia_id', 'term', 'message', 'comment', 'issuer_name'],
  named: ['name'],
  read: 'bucket.view',
});

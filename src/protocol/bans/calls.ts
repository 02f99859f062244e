import { z } from 'zod';
import { read, write } from '../call.ts';
import { BAN_STATUS } from '../enumerations.ts';
import { battleyeGuid, freeText, hexId, moment, personName } from '../fields.ts';
import { told } from '../resources/fields.ts';
import { PAGED_ROW } from '../resources/schemas.ts';
import {
  banAddress,
  banDescription,
  banIdentity,
  banListIdentifier,
  banMinutes,
  banReason,
  bohemiaId,
  evidenceList,
  steamId64,
} from './fields.ts';
import { BAN_KIND, BAN_LIMIT, BAN_LIST_OWNER } from './limits.ts';
import { banListProfile } from './profile.ts';

const LIST = '/app/v1/banlist/:banlist_id' as const;
const BAN = `${LIST}/bans/:ban_id` as const;
/** A list as everybody with an account reads it. */
const PUBLIC = '/app/v1/public-banlists/:banlist_id' as const;
const deleted = 'being-deleted';

export const banListCreate = write({
  name: 'banlist-create',
  path: '/app/v1/banlists/create',
  summary:
    'Create a ban list, for the own account or for a team or an organization that the account may change. The caller chooses its id, so that the same request does not create it twice.',
  body: {
    banlist_id: hexId,
    identifier: banListIdentifier,
    owner: z.object({ kind: z.enum(BAN_LIST_OWNER), id: hexId }),
  },
  answer: told,
  errors: [
    'not-found',
    'permission-denied',
    deleted,
    'plan-limit-reached',
    'subscription-restricted',
    'limit-reached',
  ],
  access: 'signed-in',
});

export const banListEdit = write({
  name: 'banlist-edit',
  path: LIST,
  summary:
    'Change what a ban list is called, what becomes of bans that are over, and whether others can read or follow it.',
  body: {
    identifier: banListIdentifier.optional(),
    keep_inactive: z.boolean().optional(),
    /** Everybody with an account may read the bans in force. */
    public: z.boolean().optional(),
    /** With the bans of a public list, what speaks for them. */
    evidence_public: z.boolean().optional(),
    /** Switched off, nobody follows it any more. */
    allow_followers: z.boolean().optional(),
    /** What the editor saw; where it is another by now, nothing is changed. */
    was: z
      .object({
        identifier: z.string().max(100),
        keep_inactive: z.boolean(),
        public: z.boolean(),
        evidence_public: z.boolean(),
        allow_followers: z.boolean(),
      })
      .partial()
      .optional(),
  },
  answer: told,
  errors: [deleted, 'row-changed'],
  access: 'banlist.modify',
});

export const banListDelete = write({
  name: 'banlist-delete',
  path: `${LIST}/delete`,
  summary: 'Ask for the deletion of a ban list, with all that is in it. For its owner alone.',
  /** What it is called, typed. */
  body: { identifier: z.string().max(100) },
  answer: told,
  errors: [deleted, 'confirmation-mismatch'],
  access: 'banlist.modify',
});

export const banListAssign = write({
  name: 'banlist-assign',
  path: `${LIST}/servers`,
  summary:
    'Let a server obey a ban list; one list of a server is its primary one. It needs `server.modify.configuration` on the server.',
  /** `primary`: the list becomes the server’s primary one, whichever was before. The first list of a server is. */
  body: { server_id: hexId, primary: z.boolean() },
  answer: told,
  errors: [deleted, 'followed-by-primary', 'followed-by-another', 'limit-reached', 'only-watched'],
  access: 'banlist.modify',
});

export const banListUnassign = write({
  name: 'banlist-unassign',
  path: `${LIST}/servers/:server_id/remove`,
  summary:
    'Let a server obey a ban list no more: for whoever may change the list, or the configuration of the server.',
  body: {},
  answer: told,
  errors: ['not-found', 'permission-denied', deleted],
  access: 'signed-in',
});

/** Whom a ban keeps out. */
export const banWho = z.discriminatedUnion('kind', [
  /**
   * Somebody whom the account has seen on a server. `addresses`: also by those that they came from, as far as the account
   * may see them.
   */
  z.object({ kind: z.literal('person'), muster_id: hexId, addresses: z.boolean().default(false) }),
  /** Whoever a game knows by any of these; `name`: what they are called. */
  banIdentity.extend({ kind: z.literal('identity'), name: z.string().trim().max(100).optional() }),
  z.object({ kind: z.literal('address'), address: banAddress }),
]);

export const banCreate = write({
  name: 'ban-create',
  path: `${LIST}/bans/create`,
  summary:
    'Ban somebody, or an address. It needs `banlist.add-temporary`, or `banlist.add-permanent` where it has no end. The caller chooses its id, so that the same request does not ban twice.',
  body: {
    ban_id: hexId,
    who: banWho,
    reason: banReason,
    description: banDescription.default(''),
    minutes: banMinutes,
  },
  answer: told,
  errors: [
    deleted,
    'limit-reached',
    'person-unknown',
    'identity-needed',
    'address-invalid',
    'address-too-wide',
  ],
  access: 'banlist.view',
});

/** A ban of a file. */
const importedBan = z.object({
  banned: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('steam'), value: steamId64 }),
    z.object({ kind: z.literal('battleye'), value: battleyeGuid }),
    z.object({ kind: z.literal('bohemia'), value: bohemiaId }),
    z.object({ kind: z.literal('address'), value: banAddress }),
  ]),
  name: z.string().trim().max(100).nullable().default(null),
  reason: banReason,
  description: banDescription.default(''),
  /** null: never. */
  until: moment.nullable(),
});

export const banImport = write({
  name: 'ban-import',
  path: `${LIST}/bans/import`,
  summary:
    'Take over bans from elsewhere, many at once. It needs what each of them would need alone. Whoever is banned on the list in the same way already is left out, so that the same request bans nobody twice.',
  body: {
    bans: z.array(importedBan).min(1).max(BAN_LIMIT.atOnce),
    /** By what all parts of a file are taken back together. */
    import_id: hexId.optional(),
  },
  answer: told.extend({
    added: z.int().min(0),
    /** Banned on the list already, or twice in the request. */
    known: z.int().min(0),
  }),
  errors: [deleted, 'limit-reached', 'address-invalid', 'address-too-wide', 'ban-too-long'],
  access: 'banlist.view',
});

export const banImports = read({
  name: 'ban-imports',
  path: `${LIST}/imports`,
  summary: 'Files of bans that were imported in the last 30 days and can be taken back.',
  answer: z.object({
    imports: z
      .array(
        z.object({
          id: hexId,
          at: moment,
          account_id: hexId,
          account_name: personName,
          /** Bans that were new. */
          added: z.int().min(0),
          /** How many of them an undo would look at. */
          left: z.int().min(0),
        }),
      )
      .max(BAN_LIMIT.imports),
  }),
  access: 'banlist.list',
});

export const banImportUndo = write({
  name: 'ban-import-undo',
  path: `${LIST}/imports/:import_id/undo`,
  summary:
    'Take back what an import added, some of it at a time: sent again until nothing is left. A ban that somebody has worked with since stays. It needs `banlist.remove`, or `banlist.remove-own` for an own import.',
  body: {},
  answer: told.extend({
    removed: z.int().min(0),
    /** Worked with since. */
    kept: z.int().min(0),
    left: z.int().min(0),
  }),
  errors: [deleted],
  access: 'banlist.view',
});

export const banEdit = write({
  name: 'ban-edit',
  path: BAN,
  summary:
    'Change a ban. It needs the permission for what the ban becomes, and to remove it. What is absent stays.',
  body: {
    reason: banReason.optional(),
    description: banDescription.optional(),
    /** From now on. */
    minutes: banMinutes.optional(),
    /** What the editor saw; where the ban is another by now, nothing is changed. */
    was: z
      .object({
        reason: z.string().max(100),
        description: z.string().max(1_000),
        until: z.int().nullable(),
      })
      .partial()
      .optional(),
  },
  answer: told,
  errors: [deleted, 'row-changed'],
  access: 'banlist.view',
});

export const banStatus = write({
  name: 'ban-status',
  path: `${BAN}/status`,
  summary:
    'Revoke a ban, put it into force again, or set it aside. To put into force needs the permission to add it, all else `banlist.remove`, or `banlist.remove-own` for one’s own.',
  body: {
    status: z.enum(BAN_STATUS),
    /** Of a ban that is over and comes into force again: for how long from now. */
    minutes: banMinutes.optional(),
    /** The status that the editor saw; where it is another by now, nothing is changed. */
    was: z.enum(BAN_STATUS).optional(),
  },
  answer: told,
  errors: [deleted, 'row-changed', 'ban-over', 'ban-of-nobody'],
  access: 'banlist.view',
});

/** Bans of somebody, each with what its list is called. */
const onList = { ban: PAGED_ROW.bans, banlist: banListIdentifier };

export const banRead = read({
  name: 'ban-read',
  path: BAN,
  summary: 'A ban, with its addresses for whoever may see personal data.',
  answer: z.object({
    ban: PAGED_ROW.bans,
    /** Whether the account may open the profile of whom it keeps out. */
    profile: z.boolean(),
    /**
     * null: not for the account. They are for whoever made the ban, and for whoever holds `server.view.personal` on a
     * server of the list.
     */
    addresses: z.array(z.string()).nullable(),
    /** What speaks for it. */
    evidence: evidenceList,
    /** What keeps the same person out besides: bans in force on lists whose bans the account may see. */
    also: z.array(z.object(onList)).max(BAN_LIMIT.ofPerson),
    /** What the account may do with it now. */
    may: z.object({ edit: z.boolean(), remove: z.boolean(), enforce: z.boolean() }),
  }),
  access: 'banlist.list',
});

export const banCounts = read({
  name: 'ban-counts',
  path: `${LIST}/counts`,
  summary: 'How many bans of a list are in force, over, set aside and revoked.',
  answer: z.strictObject(
    Object.fromEntries(BAN_STATUS.map((status) => [status, z.int().min(0)])) as Record<
      (typeof BAN_STATUS)[number],
      z.ZodInt
    >,
  ),
  access: 'banlist.list',
});

export const personBans = read({
  name: 'person-bans',
  path: '/app/v1/players/:muster_id/bans',
  summary:
    'The bans of a person whom the account may know of, on all lists whose bans it may see; those in force come first, then the newest. By identities they are found as far as the account sees these.',
  answer: z.object({
    bans: z.array(z.object({ ...onList, in_force: z.boolean() })).max(BAN_LIMIT.ofPerson),
    /** How many it leaves out. */
    more: z.int().min(0),
  }),
  access: 'signed-in',
  gate: 'player',
});

export const bansNaming = read({
  name: 'bans-naming',
  path: '/app/v1/bans/naming',
  summary:
    'The bans in force that keep somebody out already, by what a game knows them by, or an address: before it is banned. They are those on lists whose bans the account may see, as far as it could find them there itself; by an address, those of which it may see the addresses.',
  query: z.strictObject({
    ...banIdentity.shape,
    /** All that such a ban would keep out. */
    address: banAddress.optional(),
  }),
  answer: z.object({ bans: z.array(z.object(onList)).max(BAN_LIMIT.ofPerson) }),
  access: 'signed-in',
  limit: { max: 120, seconds: 60, by: 'account' },
});

/** A ban as everybody reads it: no description, no address, no issuer. */
const publicBan = z.object({
  id: hexId,
  kind: z.enum(BAN_KIND),
  name: personName,
  steam_id: freeText.nullable(),
  guid: freeText.nullable(),
  bohemia_id: freeText.nullable(),
  reason: freeText,
  created_at: moment,
  until: moment.nullable(),
  /** Empty, too, where the list shows none. */
  evidence: evidenceList,
});

export const banListPublic = read({
  name: 'banlist-public',
  path: PUBLIC,
  summary:
    'A public ban list, what it says of itself, and its bans in force, the newest first: whom they keep out by what games know them by, and why.',
  query: z.strictObject({
    /** Only the ban of this id. */
    ban: hexId.optional(),
    /** Only those of whoever has this SteamID64, BattlEye GUID or Bohemia UID. */
    identity: z.string().trim().max(64).optional(),
    /** Those behind a page. */
    after: z
      .string()
      .regex(/^\d{1,15}\.[0-9a-f]{24}$/)
      .optional(),
  }),
  answer: z.object({
    identifier: banListIdentifier,
    owner_name: personName,
    created_at: moment,
    /** By staff. */
    verified: z.boolean(),
    /** Lists that follow it. */
    followers: z.int().min(0),
    /** null: it says nothing of itself. */
    profile: banListProfile.nullable(),
    /** In force, all of them. */
    count: z.int().min(0),
    bans: z.array(publicBan).max(BAN_LIMIT.publicPage),
    /** What the next page comes after; null: there is none. */
    next: z.string().nullable(),
  }),
  errors: ['not-found'],
  access: 'signed-in',
});

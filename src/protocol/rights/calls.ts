import { z } from 'zod';
import { read } from '../call.ts';
import { hexId, moment, personName, words } from '../fields.ts';
import { BUCKET_PERMISSION, ORGANIZATION_ROLE_PERMISSION } from '../permissions.ts';

/** People, or things, that an answer tells at most; `more` says how many it leaves out. */
export const RIGHTS_MOST = 1_000;

/** What is held on any thing, in the order in which it is told. */
export const THING_PERMISSION = [...ORGANIZATION_ROLE_PERMISSION, ...BUCKET_PERMISSION] as const;
export type ThingPermission = (typeof THING_PERMISSION)[number];

/** What rights are on beside servers. */
export const THING_KIND = ['team', 'organization', 'banlist', 'bucket'] as const;
export type ThingKind = (typeof THING_KIND)[number];

/** Through what somebody may do something: each way by itself, since each is taken away by itself. */
const way = z.object({
  /** As the account that it belongs to, given directly, by a role, or as staff while the owner lets them. */
  via: z.enum(['owner', 'shared', 'role', 'support']),
  /** null where it is by no role. */
  role: z
    .object({ id: hexId, name: words, colour: words, group_id: hexId, group: words })
    .nullable(),
  since: moment,
  permissions: z.array(z.enum(THING_PERMISSION)),
});
export type Way = Readonly<z.infer<typeof way>>;

/** Those alone who may do this, and the ways that let them. */
const query = z.object({ permission: z.enum(THING_PERMISSION).optional() });

const person = z.object({
  muster_id: hexId,
  username: personName,
  display_name: personName,
  /** When they were signed in last, to a minute; null: not since that is written down. */
  seen_at: moment.nullable(),
});

/** Who may do something here, and through what. */
const people = z.object({
  people: z.array(person.extend({ ways: z.array(way) })),
  more: z.int().min(0),
});

export const serverRights = read({
  name: 'server-rights',
  path: '/app/v1/server/:server_id/rights',
  summary: 'Who may do what on a server, and through what: given directly, by a role, or as staff.',
  query,
  answer: people,
  access: 'server.personnel',
});

export const teamRights = read({
  name: 'team-rights',
  path: '/app/v1/team/:group_id/rights',
  summary:
    'Who may do what with a team, and through what: a role of it, of its organization, or as staff.',
  query,
  answer: people,
  access: 'team.members.list',
});

export const organizationRights = read({
  name: 'organization-rights',
  path: '/app/v1/organization/:group_id/rights',
  summary: 'Who may do what with an organization, and through what: a role of it, or as staff.',
  query,
  answer: people,
  access: 'organization.personnel.list',
});

export const banListRights = read({
  name: 'ban-list-rights',
  path: '/app/v1/banlist/:banlist_id/rights',
  summary:
    'Who may do what with a ban list, and through what: as its owner, by a role, or as staff.',
  query,
  answer: people,
  access: 'banlist.modify',
});

export const bucketRights = read({
  name: 'bucket-rights',
  path: '/app/v1/bucket/:bucket_id/rights',
  summary:
    'Who may do what with a bucket, and through what: as its owner, by a role, or by what they may do on the servers that use it.',
  query,
  answer: people,
  access: 'bucket.modify',
});

export const serverOwner = read({
  name: 'server-owner',
  path: '/app/v1/server/:server_id/owner',
  summary:
    'To whom a server belongs, by itself or by a team or an organization: who can give rights.',
  answer: person.pick({ muster_id: true, display_name: true }),
  access: 'server.view',
});

export const personRights = read({
  name: 'person-rights',
  path: '/app/v1/rights/:muster_id',
  summary:
    'Where somebody may do what, and through what. You see all of your own, and of others what is on servers whose people you manage, in teams and organizations whose people you see, and on ban lists and buckets that you may change.',
  query,
  answer: z.object({
    person,
    servers: z.array(z.object({ server_id: hexId, ways: z.array(way) })),
    things: z.array(
      z.object({
        kind: z.enum(THING_KIND),
        id: hexId,
        identifier: words,
        ways: z.array(way),
      }),
    ),
    more: z.int().min(0),
  }),
  errors: ['not-found'],
  access: 'signed-in',
});

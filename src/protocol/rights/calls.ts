import { z } from 'zod';
import { read } from '../call.ts';
import { hexId, moment, personName, words } from '../fields.ts';
import { ORGANIZATION_ROLE_PERMISSION, SERVER_PERMISSION } from '../permissions.ts';

/** People, or things, that an answer tells at most; `more` says how many it leaves out. */
export const RIGHTS_MOST = 1_000;

/** Through what somebody may do something: each way by itself, since each is taken away by itself. */
const way = z.object({
  /** As the account that the server belongs to, given directly, by a role, or as staff while the owner lets them. */
  via: z.enum(['owner', 'shared', 'role', 'support']),
  /** null where it is by no role. */
  role: z
    .object({ id: hexId, name: words, colour: words, group_id: hexId, group: words })
    .nullable(),
  since: moment,
  permissions: z.array(z.enum(ORGANIZATION_ROLE_PERMISSION)),
});
export type Way = Readonly<z.infer<typeof way>>;

/** Those alone who may do this, and the ways that let them. */
const query = z.object({ permission: z.enum(SERVER_PERMISSION).optional() });

const person = z.object({
  muster_id: hexId,
  username: personName,
  display_name: personName,
  /** When they were signed in last, to a minute; null: not since that is written down. */
  seen_at: moment.nullable(),
});

export const serverRights = read({
  name: 'server-rights',
  path: '/app/v1/server/:server_id/rights',
  summary: 'Who may do what on a server, and through what: given directly, by a role, or as staff.',
  query,
  answer: z.object({
    people: z.array(person.extend({ ways: z.array(way) })),
    more: z.int().min(0),
  }),
  access: 'server.personnel',
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
    'Where somebody may do what, and through what. You see all of your own, and of others what is on servers whose people you manage.',
  query,
  answer: z.object({
    person,
    servers: z.array(z.object({ server_id: hexId, ways: z.array(way) })),
    more: z.int().min(0),
  }),
  errors: ['not-found'],
  access: 'signed-in',
});

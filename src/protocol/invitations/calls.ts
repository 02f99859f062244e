import { z } from 'zod';
import { write } from '../call.ts';
import { email } from '../account/fields.ts';
import { hexId, moment, personName, words } from '../fields.ts';
import { SERVER_PERMISSION } from '../permissions.ts';
import { told } from '../resources/fields.ts';
import { ROW } from '../resources/schemas.ts';
import { GIVING_REFUSED, INVITATION_LIMIT, TAKING_REFUSED } from './limits.ts';

const { days, servers } = INVITATION_LIMIT;

/** What an invitation, or a person who is let in already, is given: on each of these servers the same. */
export const givenRights = {
  server_ids: z.array(hexId).min(1).max(servers),
  permissions: ROW.invites.shape.permissions.min(1),
};

/** The secret part of a link. */
const token = z.string().min(16).max(128);

/** What became of it on one server: why not is an error's code. */
const outcome = z.object({
  server_id: hexId,
  outcome: z.enum(['given', 'invited', 'unchanged', ...GIVING_REFUSED]),
});

export const inviteCreate = write({
  name: 'invite-create',
  path: '/app/v1/invites/create',
  summary:
    'Give somebody the same permissions on many servers. Where they have none yet they are invited, and accept or decline.',
  body: {
    /** Made by whoever asks: sent again, it gives and invites once, and is answered as it was. */
    request_id: hexId,
    ...givenRights,
    /** A username or an account id; null: a link is made, for whoever gets it. */
    identifier: z.string().trim().min(1).max(64).nullable(),
    /** Where the link is mailed to, where this Muster sends mail; null: it is handed over. */
    email: email.nullable(),
    days: z.int().min(days.least).max(days.most).default(days.usual),
  },
  answer: told.extend({
    results: z.array(outcome),
    /** The invitation; null where nobody had to be invited. */
    invite_id: hexId.nullable(),
    /** What was given at once, to be taken back; null where nothing was. */
    given_id: hexId.nullable(),
    /** To hand over; it is shown this once. null: an account was invited, which sees it in the portal. */
    link: z.string().nullable(),
    /** The link is on its way by mail. */
    mailed: z.boolean(),
  }),
  errors: ['permission-denied', 'account-not-found', 'limit-reached'],
  access: 'signed-in',
  limit: { max: 30, seconds: 300, by: 'account' },
});

export const inviteAnswer = write({
  name: 'invite-answer',
  path: '/app/v1/invites/:invite_id/answer',
  summary: 'Accept an invitation that was made for this account, or decline it.',
  body: { accept: z.boolean() },
  answer: told.extend({
    /** On how many of its servers the account has by now what it brings; and why not on the others. */
    given: z.int().min(0),
    servers: z.int().min(0),
    refused: z.array(z.enum(GIVING_REFUSED)),
  }),
  errors: ['not-found', 'invitation-invalid'],
  access: 'signed-in',
});

/** What became of it on one server. */
const taken = z.object({
  server_id: hexId,
  outcome: z.enum(['taken', 'unchanged', ...TAKING_REFUSED]),
});

export const inviteRevoke = write({
  name: 'invite-revoke',
  path: '/app/v1/invites/:invite_id/revoke',
  summary: 'Take back an invitation that this account made, with the permissions that it gave.',
  body: {},
  answer: told.extend({ results: z.array(taken) }),
  errors: ['not-found'],
  access: 'signed-in',
});

export const inviteClaim = write({
  name: 'invite-claim',
  path: '/app/v1/invites/claim',
  summary: 'Claim an invitation by its link: it is then this account’s, to accept or decline.',
  body: { token },
  answer: told.extend({ invite_id: hexId }),
  errors: ['invitation-invalid', 'limit-reached'],
  access: 'signed-in',
  limit: { max: 20, seconds: 300, by: 'account' },
});

export const inviteShow = write({
  name: 'auth-invite',
  path: '/app/v1/auth/invite',
  summary: 'What a link brings, for whoever has it.',
  body: { token },
  answer: z.object({
    /** Who invites; null: the operator of this Muster. */
    from: personName.nullable(),
    servers: z.int().min(0),
    names: z.array(words),
    permissions: z.array(z.enum(SERVER_PERMISSION)),
    expires_at: moment,
  }),
  errors: ['invitation-invalid'],
  access: 'anyone',
  limit: { max: 20, seconds: 300, by: 'address' },
});

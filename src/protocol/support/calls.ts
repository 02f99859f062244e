import { z } from 'zod';
import { read, write } from '../call.ts';
import { hexId, personName } from '../fields.ts';
import { told } from '../resources/fields.ts';
import { SUPPORT_MINUTES } from './limits.ts';

/** Accounts of staff that an answer tells at most. */
export const STAFF_MOST = 200;

const body = {
  minutes: z.int().min(SUPPORT_MINUTES.least).max(SUPPORT_MINUTES.most),
  /** They may also cause costs for the owner. */
  costs: z.boolean(),
};
const ofGroup = ['permission-denied', 'not-found', 'being-deleted'] as const;

export const serverSupportGive = write({
  name: 'server-support-give',
  path: '/app/v1/server/:server_id/support',
  summary:
    'Let staff act on a server as its owner for so long from now; given again, it counts from then.',
  body,
  answer: told,
  access: 'server.support',
});

export const serverSupportEnd = write({
  name: 'server-support-end',
  path: '/app/v1/server/:server_id/support/end',
  summary: 'Let staff act on a server no longer.',
  body: {},
  answer: told,
  access: 'server.support',
});

export const groupSupportGive = write({
  name: 'group-support-give',
  path: '/app/v1/group/:group_id/support',
  summary:
    'Let staff act on a team or an organization, and on what belongs to it, as its owner for so long. For its owner alone.',
  body,
  answer: told,
  errors: ofGroup,
  access: 'signed-in',
});

export const groupSupportEnd = write({
  name: 'group-support-end',
  path: '/app/v1/group/:group_id/support/end',
  summary: 'Let staff act on a team or an organization no longer. For its owner alone.',
  body: {},
  answer: told,
  errors: ofGroup,
  access: 'signed-in',
});

export const supportEnd = write({
  name: 'support-end',
  path: '/app/v1/support/:authorization_id/end',
  summary: 'Act for an owner no longer, for staff: the authorization ends, for all of them.',
  body: {},
  answer: z.object({ status: z.literal(true) }),
  errors: ['not-found'],
  access: 'signed-in',
});

export const staffList = read({
  name: 'staff-list',
  path: '/app/v1/staff',
  summary: 'The accounts of staff: whom an authorization of support lets act.',
  answer: z.object({
    people: z.array(z.object({ muster_id: hexId, display_name: personName })),
    more: z.int().min(0),
  }),
  access: 'signed-in',
});

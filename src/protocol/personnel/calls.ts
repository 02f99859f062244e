import { z } from 'zod';
import { write } from '../call.ts';
import { hexId } from '../fields.ts';
import { told } from '../resources/fields.ts';
import { ROW } from '../resources/schemas.ts';

const { permissions } = ROW.personnel.shape;

export const personnelSet = write({
  name: 'server-personnel-set',
  path: '/app/v1/server/:server_id/personnel',
  summary:
    'Give an existing account exactly these permissions on a server; none takes all. Nobody can give what they do not have.',
  body: {
    /** A username or an account id. */
    identifier: z.string().trim().min(1).max(64),
    permissions,
    /** What the editor saw: where the account holds others by now, nothing is changed. Absent: over whatever it holds. */
    was: permissions.optional(),
  },
  answer: told.extend({ status: z.literal(true), muster_id: hexId }),
  errors: [
    'account-not-found',
    'invite-first',
    'last-manager',
    'owner-stays',
    'row-changed',
    'limit-reached',
  ],
  access: 'server.personnel',
});

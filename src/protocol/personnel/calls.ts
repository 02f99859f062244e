import { z } from 'zod';
import { read, write } from '../call.ts';
import { hexId, moment } from '../fields.ts';
import { SERVER_PERMISSION } from '../permissions.ts';

const params = z.object({ server_id: hexId });
const server = ['not-signed-in', 'permission-denied', 'not-found'] as const;
const permissions = z.array(z.enum(SERVER_PERMISSION)).max(SERVER_PERMISSION.length);

export const personnelList = read({
  name: 'server-personnel',
  path: '/app/v1/server/:server_id/personnel',
  summary: 'The accounts that may do something with a server, and what.',
  params,
  answer: z.object({
    personnel: z.array(
      z.object({
        muster_id: hexId,
        username: z.string(),
        display_name: z.string(),
        permissions,
        since: moment,
        /** It added the server: nobody else takes anything from it. */
        owner: z.boolean(),
      }),
    ),
  }),
  errors: server,
  access: 'server.personnel',
});

export const personnelSet = write({
  name: 'server-personnel-set',
  path: '/app/v1/server/:server_id/personnel',
  summary:
    'Give an account exactly these permissions on a server; none takes all. Nobody can give what they do not have.',
  params,
  body: {
    /** A username or an account id. */
    identifier: z.string().trim().min(1).max(64),
    permissions,
  },
  answer: z.object({ status: z.literal(true), muster_id: hexId }),
  errors: [...server, 'account-not-found', 'last-manager', 'owner-stays'],
  access: 'server.personnel',
});

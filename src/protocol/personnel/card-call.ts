import { z } from 'zod';
import { read } from '../call.ts';
import { ACCOUNT_STATUS } from '../enumerations.ts';
import { hexId, moment, personName } from '../fields.ts';
import { ROW } from '../resources/schemas.ts';

export const accountCard = read({
  name: 'account-card',
  path: '/app/v1/account-card',
  summary:
    'Who an account is, as far as whoever asks may know: on a server whose audit or permissions they may see, to itself, and to whoever operates the host.',
  query: z.object({ muster_id: hexId, server_id: hexId.optional() }),
  answer: z.object({
    display_name: personName,
    /** What it may do on the server that was named; null: that is not for whoever asks. */
    here: z
      .object({
        permissions: ROW.personnel.shape.permissions,
        /** null: it may do nothing there any more. */
        since: moment.nullable(),
        owner: z.boolean(),
        /** When it last did something that the audit of the server has; null: never, or that is not for whoever asks. */
        last: moment.nullable(),
      })
      .nullable(),
    /** For itself and for whoever operates the host. */
    account: z
      .object({
        username: personName,
        status: z.enum(ACCOUNT_STATUS),
        created_at: moment,
        /** null: not for as long as the audit of accounts reaches back. */
        signed_in: moment.nullable(),
        /** On how many servers it may do something. */
        servers: z.int().min(0),
      })
      .nullable(),
  }),
  errors: ['not-found'],
  access: 'signed-in',
});

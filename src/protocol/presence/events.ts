import { z } from 'zod';
import { hexId, moment, personName } from '../fields.ts';

/** Cause: somebody began or ended looking at a server. Carries everybody, so that it needs no history. */
export const presenceServer = z.object({
  server_id: hexId,
  viewers: z.array(z.object({ muster_id: hexId, display_name: personName, since: moment })),
});

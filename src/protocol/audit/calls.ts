import { z } from 'zod';
import { read } from '../call.ts';
import { hexId, moment } from '../fields.ts';

/** One row of the append-only audit. */
export const auditRow = z.object({
  id: z.int().min(1),
  at: moment,
  actor: z.object({ muster_id: hexId, display_name: z.string() }).nullable(),
  /** What was done, as `feature.verb`. */
  action: z.string(),
  detail: z.record(z.string(), z.unknown()),
});

export const serverAudit = read({
  name: 'server-audit',
  path: '/app/v1/server/:server_id/audit',
  summary: 'Who changed or did what on a server; newest first.',
  params: z.object({ server_id: hexId }),
  query: z.object({
    before: z.coerce.number().int().min(1).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answer: z.object({ rows: z.array(auditRow), more: z.boolean() }),
  errors: ['not-signed-in', 'permission-denied', 'not-found'],
  access: 'server.view.audit',
});

import { z } from 'zod';
import { ERROR, type ErrorCode } from './errors.ts';

const codes = Object.keys(ERROR) as [ErrorCode, ...ErrorCode[]];

/** An RFC 9457 problem document: the body of every answer that is an error. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(codes),
  detail: z.string(),
  /** Where the request was wrong: a field's dotted path, and the name of the rule it breaks. */
  fields: z.record(z.string(), z.string()).optional(),
  /** What is missing where a permission is: names of permissions. */
  needs: z.array(z.string()).optional(),
  /** Seconds until another try makes sense; also in Retry-After. */
  retry_after: z.int().min(0).optional(),
});
export type Problem = z.infer<typeof problem>;

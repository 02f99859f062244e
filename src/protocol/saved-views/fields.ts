import { z } from 'zod';
import { VIEW_LIMIT } from './limits.ts';

export const viewName = z
  .string()
  .trim()
  .min(1)
  .max(VIEW_LIMIT.name)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'one-line');

/** What the dashboard's address says behind its path: nothing, or what begins with `?`. */
export const viewAddress = z
  .string()
  .max(VIEW_LIMIT.address)
  .regex(/^(\?[!-~]*)?$/);

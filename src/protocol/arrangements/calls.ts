import { z } from 'zod';
import { write } from '../call.ts';
import { told } from '../resources/fields.ts';
import { CONSOLE_PLACE } from './resource.ts';

export const arrangementSet = write({
  name: 'arrangement-set',
  path: '/app/v1/@me/arrangement',
  summary: 'Arrange the pages of the account, on every device it is signed in on.',
  body: { console: z.enum(CONSOLE_PLACE) },
  answer: told,
  access: 'signed-in',
  limit: { max: 120, seconds: 60, by: 'account' },
});

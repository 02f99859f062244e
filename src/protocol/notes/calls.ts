import { z } from 'zod';
import { read } from '../call.ts';
import { ROW } from '../resources/schemas.ts';
import { NOTES_OF_PERSON } from './limits.ts';

export const personNotes = read({
  name: 'person-notes',
  path: '/app/v1/persons/:muster_id/notes',
  summary:
    'What servers whose notes the account may read have noted about a person whom it may know of, newest first. Those of buckets are entries there.',
  answer: z.object({
    notes: z.array(ROW.notes).max(NOTES_OF_PERSON),
    /** How many older ones it leaves out. */
    more: z.int().min(0),
  }),
  errors: ['not-found'],
  access: 'signed-in',
  gate: 'player',
});

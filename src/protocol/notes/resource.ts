import { idOf, personal, plain, resource, type MakeSchema } from '../resources/resource.ts';
import { NOTE_MAX, NOTES_MAX } from './limits.ts';

/** Half of a character is none, and no database keeps it. */
const written: MakeSchema = ({ z }) =>
  z
    .string()
    .trim()
    .min(1)
    .max(NOTE_MAX)
    .refine((text) => !/\p{Surrogate}/u.test(text));

/**
 * What admins noted about players, for each server. Names as in a bucket of type NOTES: whom it is about, who
 * issued it, the comment, when. Second specification, sections 4 and 6.
 */
export const NOTES = resource({
  name: 'notes',
  one: 'note',
  many: 'notes',
  fields: {
    player_id: idOf('player'),
    /** As they were called when it was written. */
    player_name: personal(({ personName }) => personName, 'player_id'),
    comment: personal(({ z }) => z.string(), 'player_id', written),
    issuer_id: idOf('account'),
    issuer_name: personal(({ personName }) => personName, 'issuer_id'),
    created: plain(({ moment }) => moment),
    /** null: as it was written first. */
    edited: plain(({ moment }) => moment.nullable()),
  },
  order: { by: 'created', direction: 'desc' },
  searched: ['comment', 'player_name', 'issuer_name'],
  most: NOTES_MAX,
  read: 'server.notes.view',
  add: { access: 'server.notes.edit', fields: ['player_id', 'comment'] },
  edit: { access: 'server.notes.edit', fields: ['comment'] },
  remove: { access: 'server.notes.remove' },
});

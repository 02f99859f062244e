import { LOG_FOLDER_PROBLEM, LOG_KIND } from '../enumerations.ts';
import { plain, toldResource } from '../resources/resource.ts';

/** Which logs of the game are read from a server's log folder: one row, whose id is the server's. */
export const LOGS = toldResource({
  name: 'logs',
  scope: 'server',
  many: 'game logs',
  fields: {
    /** What is wrong with the log folder; null where nothing is, or where there is none. */
    problem: plain(({ z }) => z.enum(LOG_FOLDER_PROBLEM).nullable()),
    files: plain(({ z, moment }) =>
      z.array(
        z.object({
          kind: z.enum(LOG_KIND),
          file: z.string(),
          /** The time of the newest line that told something, a minute old at most; null before the first. */
          line_at: moment.nullable(),
        }),
      ),
    ),
  },
  order: { by: 'problem', direction: 'asc' },
  searched: [],
  most: 1,
  read: 'server.modify.settings',
});

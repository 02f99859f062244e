import { idOf, personal, plain, toldResource } from '../resources/resource.ts';
import { FILE_KIND, FILES_MOST, STORAGE_POLICY } from './limits.ts';

/** The files that are kept of a server. */
export const FILES = toldResource({
  name: 'files',
  scope: 'server',
  many: 'files',
  fields: {
    kind: plain(({ z }) => z.enum(FILE_KIND)),
    /** As whoever uploaded it called it. */
    name: plain(({ words }) => words),
    /** Its own size, by which it counts: less is kept of it. */
    bytes: plain(({ z }) => z.int().min(1)),
    /** SHA-256 of its bytes, in hexadecimal. */
    sha256: plain(({ z }) => z.string()),
    at: plain(({ moment }) => moment),
    uploaded_by: idOf('account'),
    uploaded_by_name: personal(({ personName }) => personName, 'uploaded_by'),
  },
  order: { by: 'at', direction: 'desc' },
  searched: ['name', 'uploaded_by_name'],
  most: FILES_MOST,
  read: 'server.view.server-log',
});

/**
 * How much an account keeps of what its plan lets it, over all servers that count by it: one row, whose id is the
 * account's.
 */
export const STORAGE = toldResource({
  name: 'storage',
  scope: 'account',
  many: 'figures of storage',
  fields: {
    /** Bytes; how many it may keep stands among the limits of the session's data. */
    used: plain(({ z }) => z.int().min(0)),
    /** Of that, what speaks for bans; no policy removes it. */
    evidence: plain(({ z }) => z.int().min(0)),
    policy: plain(({ z }) => z.enum(STORAGE_POLICY)),
    /** From when on the oldest files go until the rest is within the quota; null: none will by themselves. */
    goes_at: plain(({ moment }) => moment.nullable()),
    /** Those that have files, the one with most bytes first. */
    servers: plain(({ z, hexId, words }) =>
      z.array(
        z.object({
          server_id: hexId,
          identifier: words,
          files: z.int().min(1),
          bytes: z.int().min(1),
        }),
      ),
    ),
    oldest: plain((kit) => kit.z.array(kit.files.namedFile)),
    largest: plain((kit) => kit.z.array(kit.files.namedFile)),
  },
  order: { by: 'used', direction: 'asc' },
  searched: [],
  most: 1,
  read: 'account.self',
});

import { z } from 'zod';
import { download, read, write } from '../call.ts';
import { told } from '../resources/fields.ts';
import { LOG_UPLOAD_MAX } from '../servers/calls.ts';
import { namedFile } from './fields.ts';
import { STORAGE_POLICY } from './limits.ts';

export const fileDownload = download({
  name: 'file-download',
  path: '/app/v1/server/:server_id/files/:file_id/download',
  summary:
    'The bytes of a kept file. They hold addresses and identifiers, so this needs server.view.server-log too.',
  access: 'server.view.personal',
  limit: { max: 60, seconds: 60, by: 'account' },
});

export const fileDelete = write({
  name: 'file-delete',
  path: '/app/v1/server/:server_id/files/:file_id/delete',
  summary: 'Delete a kept file. What it told stays in the feed.',
  body: {},
  answer: told,
  access: 'server.modify.settings',
});

export const fileRoom = read({
  name: 'file-room',
  path: '/app/v1/server/:server_id/file-room',
  summary: "Whether there is room for a file, and which files go for it by the owner's policy.",
  query: z.object({
    /** How large it is; three bytes a character. */
    bytes: z.coerce
      .number()
      .int()
      .min(0)
      .max(3 * LOG_UPLOAD_MAX)
      .default(0),
  }),
  answer: z.object({
    quota: z.int().min(0),
    used: z.int().min(0),
    policy: z.enum(STORAGE_POLICY),
    fits: z.boolean(),
    /** The oldest first; of those on servers where whoever asks may see files. */
    goes: z.array(namedFile),
    /** How many go of others. */
    others: z.int().min(0),
  }),
  access: 'server.modify.settings',
});

export const storagePolicySet = write({
  name: 'storage-policy-set',
  path: '/app/v1/@me/storage-policy',
  summary: 'Say what becomes of uploads beyond the quota of the account.',
  body: { policy: z.enum(STORAGE_POLICY) },
  answer: told,
  access: 'signed-in',
});

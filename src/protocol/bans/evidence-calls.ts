/** Files and links that speak for a ban. */
import { z } from 'zod';
import { download, write } from '../call.ts';
import { base64, hexId } from '../fields.ts';
import { evidenceList, evidenceUrl } from './fields.ts';
import { BAN_LIMIT } from './limits.ts';

const BAN = '/app/v1/banlist/:banlist_id/bans/:ban_id' as const;

export const banEvidenceUpload = write({
  name: 'ban-evidence-upload',
  path: `${BAN}/evidence/upload`,
  summary:
    'Add a file to what speaks for a ban: a picture, a video or a text, at most 10 MiB, 5 of a ban. For whoever may change the ban. It counts by the storage of the account whose the list is. The caller chooses its id, so that the same request does not add it twice.',
  body: {
    evidence_id: hexId,
    /** What it is called, without what is not seen or turns the text around. */
    name: z
      .string()
      .trim()
      .min(1)
      .max(BAN_LIMIT.evidence.name)
      .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'one-line'),
    content: base64(BAN_LIMIT.evidence.bytes),
  },
  answer: z.object({ evidence: evidenceList }),
  errors: [
    'being-deleted',
    'too-many-files',
    'upload-too-large',
    'file-not-recognized',
    'storage-quota-reached',
  ],
  access: 'banlist.view',
  limit: { max: 20, seconds: 60, by: 'account' },
});

export const banEvidenceLink = write({
  name: 'ban-evidence-link',
  path: `${BAN}/evidence/link`,
  summary:
    'Add a link to what speaks for a ban, at most 10 of a ban. For whoever may change the ban.',
  body: { evidence_id: hexId, url: evidenceUrl },
  answer: z.object({ evidence: evidenceList }),
  errors: ['being-deleted', 'too-many-files'],
  access: 'banlist.view',
});

export const banEvidenceRemove = write({
  name: 'ban-evidence-remove',
  path: `${BAN}/evidence/:evidence_id/remove`,
  summary: 'Remove a file or a link of a ban. For whoever may change the ban.',
  body: {},
  answer: z.object({ evidence: evidenceList }),
  errors: ['being-deleted'],
  access: 'banlist.view',
});

export const banEvidenceDownload = download({
  name: 'ban-evidence-download',
  path: `${BAN}/evidence/:evidence_id/download`,
  summary: 'A file that speaks for a ban.',
  access: 'banlist.list',
  limit: { max: 60, seconds: 60, by: 'account' },
});

export const publicEvidenceDownload = download({
  name: 'public-evidence-download',
  path: `/app/v1/public-banlists/:banlist_id/bans/:ban_id/evidence/:evidence_id/download`,
  summary: 'A file that speaks for a ban in force of a public list, where the list shows those.',
  errors: ['not-found'],
  access: 'signed-in',
  limit: { max: 60, seconds: 60, by: 'account' },
});

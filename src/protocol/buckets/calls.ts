import { z } from 'zod';
import { banIdentity } from '../bans/fields.ts';
import { BAN_LIST_OWNER } from '../bans/limits.ts';
import { read, write } from '../call.ts';
import { BUCKET_TYPE } from '../enumerations.ts';
import { hexId, moment } from '../fields.ts';
import { told } from '../resources/fields.ts';
import { PAGED_ROW } from '../resources/schemas.ts';
import {
  bucketIdentifier,
  entryComment,
  entryMinutes,
  filterMessage,
  filterTerm,
} from './fields.ts';
import { BUCKET_LIMIT, FILTER_ACTION, TERM_KIND } from './limits.ts';

const BUCKET = '/app/v1/bucket/:bucket_id' as const;

export const bucketCreate = write({
  name: 'bucket-create',
  path: '/app/v1/buckets/create',
  summary:
    'Create a bucket, for the own account or for a team or an organization that the account may change. The caller chooses its id, so that the same request does not create it twice.',
  body: {
    bucket_id: hexId,
    type: z.enum(BUCKET_TYPE),
    identifier: bucketIdentifier,
    owner: z.object({ kind: z.enum(BAN_LIST_OWNER), id: hexId }),
  },
  answer: told,
  errors: ['not-found', 'permission-denied', 'being-deleted', 'limit-reached'],
  access: 'signed-in',
});

export const bucketEdit = write({
  name: 'bucket-edit',
  path: BUCKET,
  summary: 'Change what a bucket is called.',
  body: {
    identifier: bucketIdentifier,
    /** What the editor saw; where it is another by now, nothing is changed. */
    was: z.object({ identifier: z.string().max(100) }).optional(),
  },
  answer: told,
  errors: ['row-changed'],
  access: 'bucket.modify',
});

export const bucketDelete = write({
  name: 'bucket-delete',
  path: `${BUCKET}/delete`,
  summary: 'Delete a bucket with its entries. One that a server uses cannot be deleted.',
  /** What it is called, typed. */
  body: { identifier: z.string().max(100) },
  answer: told,
  errors: ['confirmation-mismatch', 'bucket-in-use'],
  access: 'bucket.modify',
});

export const bucketAssign = write({
  name: 'bucket-assign',
  path: `${BUCKET}/servers`,
  summary: 'Let a server use a bucket. It needs `server.modify.configuration` on the server.',
  body: { server_id: hexId },
  answer: told,
  errors: ['limit-reached', 'filters-full', 'only-watched'],
  access: 'bucket.modify',
});

export const bucketUnassign = write({
  name: 'bucket-unassign',
  path: `${BUCKET}/servers/:server_id/remove`,
  summary:
    'Let a server use a bucket no more: for whoever may change the bucket, or the configuration of the server.',
  body: {},
  answer: told,
  errors: ['not-found', 'permission-denied'],
  access: 'signed-in',
});

/** What a filter looks for and does. */
const filterFields = {
  term: filterTerm,
  term_kind: z.enum(TERM_KIND),
  action: z.enum(FILTER_ACTION),
  message: filterMessage,
  /** Of one that bans: for how long; null: for good. */
  ban_minutes: entryMinutes.default(null),
};

/** Whom an entry is about, or in a filter what it looks for and does. */
const bucketEntryWhat = z.discriminatedUnion('kind', [
  /** Somebody whom the account has seen on a server. */
  z.object({ kind: z.literal('person'), muster_id: hexId }),
  /** Whoever a game knows by any of these; `name`: what they are called. */
  banIdentity.extend({ kind: z.literal('identity'), name: z.string().trim().max(100).optional() }),
  z.object({ kind: z.literal('filter'), ...filterFields }),
]);

/** An entry that is to be added. */
export const newBucketEntry = z.object({
  entry_id: hexId,
  what: bucketEntryWhat,
  comment: entryComment.default(''),
  /** For how long it is in force; null: for ever. */
  minutes: entryMinutes.default(null),
});

const ids = z.array(hexId).min(1).max(BUCKET_LIMIT.atOnce);

export const bucketEntriesAdd = write({
  name: 'bucket-entries-add',
  path: `${BUCKET}/entries/add`,
  summary:
    'Add entries, many at once. Whoever is in the bucket already, for as long, is left out, so that the same request adds nobody twice; and so are filters that do the same.',
  body: { entries: z.array(newBucketEntry).min(1).max(BUCKET_LIMIT.atOnce) },
  answer: told.extend({
    added: z.int().min(0),
    /** In the bucket already, or twice in the request. */
    known: z.int().min(0),
  }),
  errors: [
    'limit-reached',
    'person-unknown',
    'identity-needed',
    'entry-of-other-kind',
    'note-needed',
    'filter-action',
    'filters-full',
    'invalid-regex',
    'regex-too-large',
  ],
  access: 'bucket.add',
});

/** The last one that a calendar has. */
const LATEST_MOMENT = 8_640_000_000_000_000;

/** What entries had before they were changed together, and when they were. */
const edited = {
  changed_at: moment,
  entries: z
    .array(
      z.object({ id: hexId, comment: entryComment, until: moment.max(LATEST_MOMENT).nullable() }),
    )
    .max(BUCKET_LIMIT.atOnce),
};

export const bucketEntriesEdit = write({
  name: 'bucket-entries-edit',
  path: `${BUCKET}/entries/edit`,
  summary:
    'Change the comment of entries, or until when they are in force. It needs `bucket.edit`, or both `bucket.add` and `bucket.remove`. What is absent stays.',
  body: {
    ids,
    comment: entryComment.optional(),
    /** From now on; null: for ever. */
    minutes: entryMinutes.optional(),
    /** The latest change that the editor saw; where any of them was changed since, nothing is. */
    was: z.object({ changed_at: moment }).optional(),
  },
  answer: told.extend({
    changed: z.int().min(0),
    /** What takes it back. */
    undo: z.object(edited),
  }),
  errors: ['note-needed', 'row-changed'],
  access: 'bucket.view',
});

export const bucketEntriesUnedit = write({
  name: 'bucket-entries-unedit',
  path: `${BUCKET}/entries/unedit`,
  summary:
    'Give entries back the comment and the end that they had before they were changed together, as that answered. What somebody changed since stays. It needs what changing them needs.',
  body: edited,
  answer: told.extend({ changed: z.int().min(0) }),
  errors: ['note-needed'],
  access: 'bucket.view',
});

export const bucketFilterEdit = write({
  name: 'bucket-filter-edit',
  path: `${BUCKET}/entries/:entry_id/filter`,
  summary:
    'Change what a filter looks for and does. From then on it bans as whoever changed it last could. It needs what editing an entry needs.',
  body: {
    ...filterFields,
    comment: entryComment,
    /** What the editor saw; where it is another by now, nothing is changed. */
    was: z.object({ changed_at: moment }).optional(),
  },
  answer: told,
  errors: [
    'entry-of-other-kind',
    'filter-action',
    'invalid-regex',
    'regex-too-large',
    'row-changed',
  ],
  access: 'bucket.view',
});

export const bucketEntriesRemove = write({
  name: 'bucket-entries-remove',
  path: `${BUCKET}/entries/remove`,
  summary: 'Remove entries, many at once. They can be brought back for ten minutes.',
  body: { ids },
  answer: told.extend({ removed: z.int().min(0) }),
  access: 'bucket.remove',
});

export const bucketEntriesRestore = write({
  name: 'bucket-entries-restore',
  path: `${BUCKET}/entries/restore`,
  summary: 'Bring back entries that were removed, as they were.',
  body: { ids },
  answer: told.extend({ restored: z.int().min(0) }),
  errors: ['limit-reached', 'filters-full'],
  access: 'bucket.remove',
});

export const bucketNotesTake = write({
  name: 'bucket-notes-take',
  path: `${BUCKET}/notes/take`,
  summary:
    'Move the notes that a server has for itself into a bucket of notes that it uses: each as it is, by its id. It needs `server.notes.view` and `server.notes.remove` on the server.',
  body: { server_id: hexId },
  answer: told.extend({
    moved: z.int().min(0),
    /** What takes it back. */
    moved_at: moment,
  }),
  errors: ['limit-reached', 'entry-of-other-kind', 'not-found', 'permission-denied'],
  access: 'bucket.add',
});

export const bucketNotesReturn = write({
  name: 'bucket-notes-return',
  path: `${BUCKET}/notes/return`,
  summary:
    'Move notes back to the server that they were moved from within the last ten minutes, as that answered. What somebody changed or removed since stays. It needs what moving them needs.',
  body: { server_id: hexId, moved_at: moment },
  answer: told.extend({ returned: z.int().min(0) }),
  errors: ['limit-reached', 'not-found', 'permission-denied'],
  access: 'bucket.add',
});

export const bucketEntryRead = read({
  name: 'bucket-entry-read',
  path: `${BUCKET}/entries/:entry_id`,
  summary: 'An entry of a bucket.',
  answer: z.object({ entry: PAGED_ROW.bucketEntries }),
  access: 'bucket.view',
});

export const personBuckets = read({
  name: 'person-buckets',
  path: '/app/v1/players/:muster_id/buckets',
  summary:
    'The entries of a person whom the account may know of, in all buckets whose entries it may see. By identities they are found as far as the account sees these.',
  answer: z.object({
    entries: z
      .array(
        z.object({
          entry: PAGED_ROW.bucketEntries,
          bucket: bucketIdentifier,
          type: z.enum(BUCKET_TYPE),
          in_force: z.boolean(),
        }),
      )
      .max(BUCKET_LIMIT.ofPerson),
    /** How many it leaves out. */
    more: z.int().min(0),
  }),
  access: 'signed-in',
  gate: 'player',
});

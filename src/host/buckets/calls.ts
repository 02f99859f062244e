import { bucketAssign, bucketUnassign } from './assign.ts';
import { bucketEntriesEdit, bucketEntriesUnedit } from './edit-entries.ts';
import {
  bucketEntriesAdd,
  bucketFilterEdit,
  bucketEntriesRemove,
  bucketEntriesRestore,
} from './entries.ts';
import { bucketNotesReturn, bucketNotesTake } from './notes.ts';
import { bucketCreate, bucketDelete, bucketEdit } from './own.ts';
import { bucketEntryRead, personBuckets } from './read.ts';

/** The calls about buckets and their entries. */
export const bucketCalls = {
  bucketCreate,
  bucketEdit,
  bucketDelete,
  bucketAssign,
  bucketUnassign,
  bucketEntriesAdd,
  bucketEntriesEdit,
  bucketEntriesUnedit,
  bucketFilterEdit,
  bucketEntriesRemove,
  bucketEntriesRestore,
  bucketNotesTake,
  bucketNotesReturn,
  bucketEntryRead,
  personBuckets,
};

import type { BUCKET_TYPE } from '../enumerations.ts';
import { NOTE_MAX } from '../notes/limits.ts';

export type BucketType = (typeof BUCKET_TYPE)[number];

/** Those whose entries are what somebody is called, or says. The entries of others are people. */
export const FILTER_BUCKET = ['NAME_FILTER', 'CHAT_FILTER'] as const;
export type FilterBucketType = (typeof FILTER_BUCKET)[number];

export function isFilterBucket(type: BucketType): type is FilterBucketType {
  return (FILTER_BUCKET as readonly BucketType[]).includes(type);
}

/** What becomes of somebody whom a filter matches. */
export const FILTER_ACTION = ['warn', 'kick', 'ban'] as const;
export type FilterAction = (typeof FILTER_ACTION)[number];

/** What a filter of each type can do: a name is there before anybody could be warned of it. */
export const ACTIONS_OF = {
  NAME_FILTER: ['kick', 'ban'],
  CHAT_FILTER: ['warn', 'kick', 'ban'],
} as const satisfies Readonly<Record<FilterBucketType, readonly FilterAction[]>>;

/** How a filter's term is read: `src/domain/filters/term.ts` says what each means. */
export const TERM_KIND = ['text', 'regex'] as const;

/** What may be of buckets and their entries. The host refuses more, and a form says so before. */
export const BUCKET_LIMIT = {
  /** Second specification, section 5. */
  identifier: 20,
  term: 32,
  message: 128,
  /** As long as a note: in a bucket of notes it is one. */
  comment: NOTE_MAX,
  /** Buckets that are of an account, and of the groups that it owns. */
  owned: 200,
  /** Servers of a bucket, and buckets of a server. */
  servers: 1_000,
  buckets: 50,
  entries: 20_000,
  /** Each of them is asked of every name, or of every line of chat. */
  filters: 500,
  /** Those of all buckets that a server uses, of names and of chat together. */
  filtersOfServer: 1_000,
  /** Entries that are added, changed or removed at once. */
  atOnce: 500,
  /** Entries of one person that are told at once. */
  ofPerson: 200,
  /** An entry that is over within so many days is marked. Second specification, section 3. */
  warnDays: 7,
} as const;

/** What an entry of a bucket may be: the host refuses by it, and a form says the same before. */
import {
  ACTIONS_OF,
  BUCKET_LIMIT,
  isFilterBucket,
  type BucketType,
  type FilterAction,
} from '../../protocol/buckets/limits.ts';
import { problemOf, type Term, type TermProblem } from '../filters/term.ts';

/** Why an entry cannot be in a bucket. */
export type EntryProblem = 'entry-of-other-kind' | 'note-needed' | 'filter-action' | TermProblem;

/** Whom an entry is about, or what it looks for. */
type What =
  | { readonly kind: 'person' | 'identity' }
  | {
      readonly kind: 'filter';
      readonly term: string;
      readonly term_kind: Term['kind'];
      readonly action: FilterAction;
    };

/** What is wrong with an entry of a bucket of this type, with this comment; null where nothing is. */
export function problemOfEntry(type: BucketType, what: What, comment: string): EntryProblem | null {
  if ((what.kind === 'filter') !== isFilterBucket(type)) return 'entry-of-other-kind';
  if (needsComment(type) && comment.trim() === '') return 'note-needed';
  if (what.kind !== 'filter' || !isFilterBucket(type)) return null;
  const actions: readonly FilterAction[] = ACTIONS_OF[type];
  if (!actions.includes(what.action)) return 'filter-action';
  return problemOf({ kind: what.term_kind, term: what.term });
}

/** Whether an entry of this type is nothing without a comment. Of one person there may be several of them. */
export function needsComment(type: BucketType): boolean {
  return type === 'NOTES';
}

/** How many entries a bucket has, or how many are to be in it. */
interface Sized {
  readonly type: BucketType;
  readonly entries: number;
}

/** Whether a bucket can have so many. */
export function fitsBucket({ type, entries }: Sized): boolean {
  return entries <= (isFilterBucket(type) ? BUCKET_LIMIT.filters : BUCKET_LIMIT.entries);
}

/** Whether a server can use all of these: each filter is asked of every name, or of every line of chat. */
export function fitsServer(buckets: readonly Sized[]): boolean {
  const filters = buckets.filter(({ type }) => isFilterBucket(type));
  return filters.reduce((sum, { entries }) => sum + entries, 0) <= BUCKET_LIMIT.filtersOfServer;
}

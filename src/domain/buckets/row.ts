import type { PagedRow } from '../../protocol/resources/registry.ts';

/** An entry, as those see it who may read its bucket. */
export type BucketEntryRow = PagedRow<'bucketEntries'>;

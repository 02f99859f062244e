/** Buckets, as their screens know them. */
import i18next from 'i18next';
import type { ResourceView } from '../../domain/queries.ts';
import type { BucketPermission } from '../../protocol/permissions.ts';
import type { CommandError } from '../../worker/contract.ts';
import { useResource } from '../data/use-resource.ts';
import { isolated } from '../text/isolated.ts';
import { errorText, missingText } from '../text/problem-text.ts';

export type Bucket = ResourceView<'buckets'>;

/** The buckets that the account may see. */
export function useBuckets(): { readonly told: boolean; readonly buckets: readonly Bucket[] } {
  const { told, rows } = useResource('buckets', null);
  return { told, buckets: rows };
}

/** Whether the account may do something with a bucket. */
export function mayIn(
  { permissions }: Pick<Bucket, 'permissions'>,
  needed: BucketPermission,
): boolean {
  return permissions.includes(needed);
}

/** What a person reads of a call about a bucket that did not succeed. */
export function bucketErrorText(error: CommandError): string {
  if (error.kind !== 'problem') return errorText(error);
  const { code, needs = [] } = error.problem;
  const missing = missingText(needs);
  const ns = 'buckets';
  if (missing !== '') return i18next.t('errors.needs', { ns, missing });
  return i18next.exists(`errors.${code}`, { ns })
    ? i18next.t(`errors.${code}` as 'errors.not-found', { ns })
    : errorText(error);
}

/** Why the account may not do something with a bucket. */
export function whyNot(
  why: 'seeEntries' | 'change' | 'ownServers' | 'everyServer',
  { owner_name, identifier }: Pick<Bucket, 'owner_name' | 'identifier'>,
): string {
  const names = { owner: isolated(owner_name), name: isolated(identifier) };
  return i18next.t(`may.${why}`, { ns: 'buckets', ...names });
}

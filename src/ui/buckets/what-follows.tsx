import { useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isInForce } from '../../domain/buckets/entries.ts';
import type { BucketEntryRow } from '../../domain/buckets/row.ts';
import type { Term } from '../../domain/filters/term.ts';
import { isFilterBucket, type FilterBucketType } from '../../protocol/buckets/limits.ts';
import type { Modules } from '../../protocol/modules/fields.ts';
import { PAGED_MAX } from '../../protocol/resources/paged-calls.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { useMinute } from '../data/clock.ts';
import { hostTime } from '../data/host-clock.ts';
import { useResource } from '../data/use-resource.ts';
import { useToEnd } from '../data/use-to-end.ts';
import { useCommands } from '../data/use-view.ts';
import { mayIn, type Bucket } from '../entries/bucket.ts';
import { useWouldKick } from '../modules/use-would-kick.ts';
import { CallError } from '../parts/call-error.tsx';
import { Tried } from './tried.tsx';

interface Asked {
  readonly bucket: Bucket;
  readonly serverId: string;
  /** What that is called. */
  readonly identifier: string;
  /** Is told how many of those who are on would be kicked at once. */
  readonly onKicks: (count: number) => void;
}

/** Whom a server throws out as soon as it uses a bucket. */
export function WhatFollows(asked: Asked) {
  const { bucket, serverId } = asked;
  const { type } = bucket;
  const [modules] = useResource('modules', serverId).rows;
  if (isFilterBucket(type)) {
    return mayIn(bucket, 'bucket.view') ? <AllFilters {...asked} type={type} /> : null;
  }
  const tried = modules === undefined ? null : inForce(bucket, modules);
  if (tried === null) return null;
  return <Kicks {...asked} tried={tried} />;
}

/** What of a server asks this bucket: nothing else is tried for a whitelist. */
function inForce(
  { type }: Bucket,
  { whitelist, reserved_slots }: Pick<Modules, 'whitelist' | 'reserved_slots'>,
): Partial<Pick<Modules, 'reserved_slots'>> | null {
  if (type === 'WHITELIST') return whitelist.active && !whitelist.paused ? {} : null;
  return type === 'RESERVED_SLOT' && reserved_slots.active ? { reserved_slots } : null;
}

function Kicks({
  bucket: { id, entries },
  serverId,
  onKicks,
  tried,
}: Asked & { readonly tried: Partial<Pick<Modules, 'reserved_slots'>> }) {
  const { t } = useTranslation('buckets');
  const { answer, error, reload } = useWouldKick(serverId, { ...tried, bucket_id: id }, entries);
  const kicks = answer?.kept_out ?? 0;
  useEffect(() => onKicks(kicks), [onKicks, kicks]);
  if (error !== null) return <CallError error={error} onRetry={reload} />;
  if (answer === null) return null;
  const { players } = answer;
  const type = tried.reserved_slots === undefined ? 'WHITELIST' : 'RESERVED_SLOT';
  return <p role="status">{t(`servers.kicks.${type}`, { count: kicks, players })}</p>;
}

const NONE: readonly BucketEntryRow[] = [];

/** All filters of a bucket that throw somebody out, tried on a server. */
function AllFilters({
  bucket: { id: bucket_id },
  type,
  serverId: id,
  identifier,
  onKicks,
}: Asked & { readonly type: FilterBucketType }) {
  const commands = useCommands();
  const ask = useCallback(
    (after: string | null) =>
      commands.call('bucketEntriesPage', {
        params: { bucket_id },
        query: {
          order: 'created_at',
          direction: 'asc',
          limit: PAGED_MAX,
          ...(after === null ? {} : { after }),
        },
      }),
    [commands, bucket_id],
  );
  const { found, isDone, error, again } = useToEnd({ nothing: NONE, ask, add: added });
  const now = hostTime(useMinute());
  const terms = useMemo(() => found.flatMap((entry) => termOf(entry, now)), [found, now]);
  const servers = useMemo(() => [{ id, identifier }], [id, identifier]);
  if (error !== null) return <CallError error={error} onRetry={again} />;
  if (!isDone || terms.length === 0) return null;
  return <Tried servers={servers} type={type} terms={terms} onFound={onKicks} />;
}

function added(before: readonly BucketEntryRow[], { rows }: CallAnswer<'bucketEntriesPage'>) {
  return [...before, ...rows];
}

function termOf(entry: BucketEntryRow, now: number): readonly Term[] {
  const { term, term_kind: kind, action } = entry;
  if (term === null || kind === null || action === 'warn' || !isInForce(entry, now)) return [];
  return [{ kind, term }];
}

import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BucketEntryRow } from '../../domain/buckets/row.ts';
import { fitsBucket, fitsServer } from '../../domain/buckets/rules.ts';
import { problemOf, type TermKind } from '../../domain/filters/term.ts';
import { newBucketEntry } from '../../protocol/buckets/calls.ts';
import { filterMessage, filterTerm } from '../../protocol/buckets/fields.ts';
import { BUCKET_LIMIT, TERM_KIND, type FilterBucketType } from '../../protocol/buckets/limits.ts';
import { asDuration, isWrong, minutesOf } from '../bans/known/duration.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands } from '../data/use-view.ts';
import { Field } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Notice } from '../parts/notice.tsx';
import { newRequestId } from '../parts/request-id.ts';
import { Select } from '../parts/select.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { bucketErrorText, type Bucket } from '../entries/bucket.ts';
import { FilterDoes } from './filter-does.tsx';
import { Tried, TRIED } from './tried.tsx';

/**
 * Asks what a filter looks for and does, and shows beside it whom it would have found by now. `entry`: one that is there, to
 * be changed.
 */
export function FilterDialog({
  bucket,
  type,
  entry = null,
  onClose,
}: {
  readonly bucket: Bucket;
  readonly type: FilterBucketType;
  readonly entry?: BucketEntryRow | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('buckets');
  const texts = useTranslation(['bans', 'errors']).t;
  const commands = useCommands();
  // Sent again where an answer got lost, it is added once.
  const [entry_id] = useState(newRequestId);
  // What it is now, as far as somebody was told: what others made of it is shown before it is written over.
  const [known, setKnown] = useState(entry);
  const form = useForm({
    rules: { term: filterTerm, message: filterMessage, comment: newBucketEntry.shape.comment },
    initial: useMemo(() => draftOf(known), [known]),
    typed: ({ term, message, comment }) => ({ term, message, comment }),
    also: ({ term, term_kind: kind, action, ban }) => {
      const problem = problemOf({ kind, term });
      return {
        ...(problem !== null && { term: texts(problem, { ns: 'errors' }) }),
        ...(action === 'ban' && isWrong(ban) && { minutes: texts('duration.wrong') }),
      };
    },
    refusalText: bucketErrorText,
    ask: async ({ comment, ...body }, { values: { term_kind, action, ban } }) => {
      const ban_minutes = action === 'ban' ? (minutesOf(ban) ?? null) : null;
      const filter = { ...body, term_kind, action, ban_minutes };
      if (known !== null) {
        const params = { bucket_id: bucket.id, entry_id: known.id };
        const was = { changed_at: known.changed_at };
        const outcome = await commands.call('bucketFilterEdit', {
          params,
          body: { ...filter, comment, was },
        });
        if (outcome.ok) return outcome;
        const now = await commands.call('bucketEntryRead', { params });
        if (now.ok) setKnown(now.value.entry);
        return outcome;
      }
      const what = { kind: 'filter', ...filter } as const;
      return commands.call('bucketEntriesAdd', {
        params: { bucket_id: bucket.id },
        body: { entries: [{ entry_id, what, comment }] },
      });
    },
    done: (answer) => {
      const isKnown = 'added' in answer && answer.added === 0;
      const added = isKnown ? 'filter.known' : 'filter.added';
      toast(t(entry === null ? added : 'filter.changed'));
      onClose();
    },
  });
  const { term, term_kind: kind } = form.values;
  const full = useId();
  const isFull = entry === null && !fitsBucket({ type, entries: bucket.entries + 1 });
  return (
    <FormDialog
      form={form}
      title={t(entry === null ? 'filter.title' : 'filter.editTitle', { name: bucket.identifier })}
      action={t(entry === null ? 'filter.action' : 'edit.action')}
      why={isFull ? full : undefined}
      onClose={onClose}
    >
      {isFull ? (
        <p id={full}>{t('filter.full', { count: BUCKET_LIMIT.filters })}</p>
      ) : entry === null ? (
        <FullServers bucketId={bucket.id} />
      ) : null}
      <Select
        label={t('filter.kind')}
        value={kind}
        options={TERM_KIND.map((value) => ({ value, label: t(`filter.kinds.${value}`) }))}
        onValue={(value) => form.set({ term_kind: value as TermKind }, 'term')}
      />
      <Field
        {...form.field('term')}
        label={t('filter.term')}
        hint={form.limit('term')}
        autoComplete="off"
        spellCheck={false}
      />
      <TriedTerm bucketId={bucket.id} type={type} term={term} kind={kind} />
      <FilterDoes
        bucketId={bucket.id}
        type={type}
        value={form.values}
        wrong={form.wrong['minutes']}
        onChange={(part) => form.set(part, 'minutes')}
      />
      <Field
        {...form.field('message')}
        label={t('filter.message')}
        hint={form.limit('message')}
        autoComplete="off"
      />
      <Field
        {...form.field('comment')}
        label={`${t('entries.comment')} (${t('optional', { ns: 'common' })})`}
        autoComplete="off"
      />
    </FormDialog>
  );
}

function draftOf(entry: BucketEntryRow | null) {
  return {
    term: entry?.term ?? '',
    term_kind: entry?.term_kind ?? 'text',
    action: entry?.action ?? 'kick',
    message: entry?.message ?? '',
    comment: entry?.comment ?? '',
    ban: asDuration(entry?.minutes ?? null),
  };
}

/** Servers that could not ask one more. */
function FullServers({ bucketId }: { readonly bucketId: string }) {
  const { rows: servers } = useResource('bucketServers', { bucket_id: bucketId });
  return servers
    .slice(0, TRIED)
    .map(({ id, identifier }) => <FullServer key={id} serverId={id} server={identifier} />);
}

function FullServer({ serverId, server }: { readonly serverId: string; readonly server: string }) {
  const { t } = useTranslation('buckets');
  const { rows } = useResource('serverBuckets', serverId);
  if (fitsServer([...rows, { type: 'NAME_FILTER', entries: 1 }])) return null;
  return (
    <Notice tone="warn">
      {t('filter.serverFull', { server, count: BUCKET_LIMIT.filtersOfServer })}
    </Notice>
  );
}

/** What a term finds on the servers that use the bucket. */
function TriedTerm({
  bucketId,
  type,
  term,
  kind,
}: {
  readonly bucketId: string;
  readonly type: FilterBucketType;
  readonly term: string;
  readonly kind: TermKind;
}) {
  const { t } = useTranslation('buckets');
  const { rows: servers, told } = useResource('bucketServers', { bucket_id: bucketId });
  const terms = useMemo(() => [{ kind, term }], [kind, term]);
  if (!told || term === '' || problemOf({ kind, term }) !== null) return null;
  if (servers.length === 0) return <p className="soft">{t('filter.noServer')}</p>;
  return <Tried key={`${kind} ${term}`} servers={servers} type={type} terms={terms} />;
}

import { useTranslation } from 'react-i18next';
import { readFilters, type ReadFilter } from '../../domain/buckets/filters.ts';
import type { TermKind } from '../../domain/filters/term.ts';
import { newBucketEntry } from '../../protocol/buckets/calls.ts';
import { filterMessage } from '../../protocol/buckets/fields.ts';
import {
  TERM_KIND,
  type FilterAction,
  type FilterBucketType,
} from '../../protocol/buckets/limits.ts';
import { asDuration, isWrong, minutesOf } from '../bans/known/duration.ts';
import { useMinute } from '../data/clock.ts';
import { hostTime } from '../data/host-clock.ts';
import { bucketErrorText, type Bucket } from '../entries/bucket.ts';
import { Field } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Select } from '../parts/select.tsx';
import { useForm } from '../parts/use-form.ts';
import { FilterDoes } from './filter-does.tsx';
import { HowFar, LeftOut, Lines, useLast } from './from-text.tsx';
import { useAdding } from './use-sending.ts';

/** Asks for many filters: pasted or out of a file, and what those do of which it does not say it. */
export function AddFilters({
  bucket,
  type,
  onClose,
}: {
  readonly bucket: Bucket;
  readonly type: FilterBucketType;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('buckets');
  const bans = useTranslation('bans').t;
  const now = hostTime(useMinute());
  const { sent, send, forget, onBack, done } = useAdding(bucket, onClose);
  const readText = useLast((text: string, kind: TermKind, moment: number) =>
    readFilters(text, { type, kind, now: moment }),
  );
  const read = (text: string, kind: TermKind) => readText(text, kind, now);
  const form = useForm({
    rules: { message: filterMessage.optional(), comment: newBucketEntry.shape.comment },
    initial: {
      text: '',
      kind: 'text' as TermKind,
      action: 'kick' as FilterAction,
      message: '',
      comment: '',
      ban: asDuration(null),
    },
    typed: ({ message, comment }) => ({
      message: message.trim() === '' ? undefined : message,
      comment,
    }),
    also: ({ text, kind, message, action, ban }) => {
      const { filters } = read(text, kind);
      const lacks = filters.some((one) => one.message === undefined) && message.trim() === '';
      return {
        ...(filters.length === 0 && { text: t('many.noTerm') }),
        ...(lacks && { message: t('many.messageNeeded') }),
        ...(action === 'ban' && isWrong(ban) && { minutes: bans('duration.wrong') }),
      };
    },
    refusalText: bucketErrorText,
    ask: ({ message = '', comment }, { values: { text, kind, action, ban } }) => {
      const bansFor = action === 'ban' ? (minutesOf(ban) ?? null) : null;
      const rest = { kind, action, message, comment, bansFor };
      return send(
        [text, kind, action, message, comment, bansFor],
        read(text, kind).filters.map((filter) => entryOf(filter, rest)),
      );
    },
    done: (all) =>
      done(all.added === 0 ? t('many.nothing') : t('many.done', { count: all.added }), all),
  });
  const { text, kind } = form.values;
  const { filters, lines, refused } = read(text, kind);
  return (
    <FormDialog
      form={form}
      title={t('many.title', { name: bucket.identifier })}
      action={t('add.send')}
      onClose={onClose}
    >
      <Lines
        type={type}
        name="text"
        label={t('many.terms')}
        hint={t('many.hint')}
        wrong={form.wrong['text']}
        value={text}
        onText={(next) => {
          forget();
          form.set({ text: next });
        }}
      />
      <div>
        <p className="soft" role="status">
          {t('many.found', { count: filters.length })}
        </p>
        <LeftOut
          lines={refused.map(({ fault, ...line }) => ({ ...line, why: t(`many.fault.${fault}`) }))}
        />
      </div>
      <HowFar sent={sent} lines={lines} busy={form.busy} onBack={onBack} />
      <p className="soft">{t('many.rest')}</p>
      <Select
        label={t('many.kind')}
        value={kind}
        options={TERM_KIND.map((value) => ({ value, label: t(`filter.kinds.${value}`) }))}
        onValue={(value) => form.set({ kind: value as TermKind }, 'text')}
      />
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

/** A filter, with what the text does not say of it. */
function entryOf(
  { comment, minutes, term, term_kind, action, message, ban_minutes = null }: ReadFilter,
  rest: {
    readonly kind: TermKind;
    readonly action: FilterAction;
    readonly message: string;
    readonly comment: string;
    readonly bansFor: number | null;
  },
) {
  const what = {
    kind: 'filter',
    term,
    term_kind: term_kind ?? rest.kind,
    action: action ?? rest.action,
    message: message ?? rest.message,
    ban_minutes: action === undefined ? rest.bansFor : ban_minutes,
  } as const;
  return { what, comment: comment === '' ? rest.comment : comment, minutes };
}

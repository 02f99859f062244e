import { useTranslation } from 'react-i18next';
import { readPeople, type ReadPeople } from '../../domain/buckets/people.ts';
import { needsComment } from '../../domain/buckets/rules.ts';
import { newBucketEntry } from '../../protocol/buckets/calls.ts';
import { DurationFields } from '../bans/known/duration-fields.tsx';
import { isWrong, minutesOf, type Duration } from '../bans/known/duration.ts';
import { useMinute } from '../data/clock.ts';
import { hostTime } from '../data/host-clock.ts';
import { Field } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { useForm } from '../parts/use-form.ts';
import { bucketErrorText, type Bucket } from '../entries/bucket.ts';
import { HowFar, LeftOut, Lines, useLast } from './from-text.tsx';
import { useAdding } from './use-sending.ts';

const EVER: Duration = { span: 'ever', amount: '', unit: 'days' };

/** Asks whom to add: pasted or out of a file, as many as there are. */
export function AddPeople({
  bucket,
  onClose,
}: {
  readonly bucket: Bucket;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('buckets');
  const bans = useTranslation('bans').t;
  const { sent, send, forget, onBack, done } = useAdding(bucket, onClose);
  const areNotes = needsComment(bucket.type);
  const now = hostTime(useMinute());
  const read = useLast(readPeople);
  const problemsOf = (ids: string, comment: string) => {
    const { people } = read(ids, now);
    if (people.length === 0) return { ids: t('add.noId') };
    const lacks = people.some((one) => one.comment === '') && comment.trim() === '';
    return areNotes && lacks ? { comment: t('add.noteNeeded') } : {};
  };
  const form = useForm({
    rules: { comment: newBucketEntry.shape.comment },
    initial: { ids: '', comment: '', duration: EVER },
    typed: ({ comment }) => ({ comment }),
    also: ({ ids, comment, duration }) => ({
      ...problemsOf(ids, comment),
      ...(isWrong(duration) && { minutes: bans('duration.wrong') }),
    }),
    refusalText: bucketErrorText,
    ask: ({ comment }, { values }) => {
      const minutes = minutesOf(values.duration) ?? null;
      const entries = read(values.ids, now).people.map((person) => ({
        what: person.what,
        comment: person.comment === '' ? comment : person.comment,
        minutes: person.minutes === undefined ? minutes : person.minutes,
      }));
      return send([values.ids, comment, minutes], entries);
    },
    done: (all) =>
      done(all.added === 0 ? t('add.nobody') : t('add.done', { count: all.added }), all),
  });
  const { ids } = form.values;
  return (
    <FormDialog
      form={form}
      title={t(areNotes ? 'add.notesTitle' : 'add.title', { name: bucket.identifier })}
      action={t('add.send')}
      onClose={onClose}
    >
      <Lines
        type={bucket.type}
        name="ids"
        label={t('add.ids')}
        hint={t('add.hint')}
        wrong={form.wrong['ids']}
        value={ids}
        onText={(text) => {
          forget();
          form.set({ ids: text });
        }}
      />
      <Found read={read(ids, now)} />
      <HowFar sent={sent} lines={read(ids, now).lines} busy={form.busy} onBack={onBack} />
      <Field
        {...form.field('comment')}
        label={t(areNotes ? 'add.note' : 'add.comment')}
        autoComplete="off"
      />
      <DurationFields
        value={form.values.duration}
        wrong={form.wrong['minutes']}
        onChange={(part) => form.set({ duration: { ...form.values.duration, ...part } }, 'minutes')}
      />
    </FormDialog>
  );
}

/** How many people a text has, and each line that is left out, with why. */
function Found({ read: { people, refused } }: { readonly read: ReadPeople }) {
  const { t } = useTranslation('buckets');
  const endless = people.filter((one) => one.endless).length;
  return (
    <div>
      <p className="soft" role="status">
        {t('add.found', { count: people.length })}
        {endless === 0 ? null : ` ${t('add.endless', { count: endless })}`}
      </p>
      <LeftOut
        lines={refused.map(({ fault, ...line }) => ({ ...line, why: t(`add.fault.${fault}`) }))}
      />
    </div>
  );
}

import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { readPeople } from '../../domain/buckets/people.ts';
import { needsComment } from '../../domain/buckets/rules.ts';
import { newBucketEntry } from '../../protocol/buckets/calls.ts';
import { DurationFields } from '../bans/known/duration-fields.tsx';
import { isWrong, minutesOf, type Duration } from '../bans/known/duration.ts';
import { useMinute } from '../data/clock.ts';
import { hostTime } from '../data/host-clock.ts';
import { Button } from '../parts/button.tsx';
import { Control, Field, Labelled } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { bucketErrorText, type Bucket } from '../entries/bucket.ts';
import { useSending } from './use-sending.ts';

/** A bucket that is full of long comments is smaller. */
const FILE_MAX = 2_097_152;
/** So many lines are named; all are counted. */
const NAMED = 1_000;
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
  const { sent, send, forget } = useSending(bucket.id);
  const areNotes = needsComment(bucket.type);
  const problemsOf = (ids: string, comment: string) => {
    const { people } = readPeople(ids, Date.now());
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
    ask: ({ comment }, { values }) =>
      send(values.ids, readPeople(values.ids, Date.now()).people, {
        comment,
        minutes: minutesOf(values.duration) ?? null,
      }),
    done: ({ added, known }) => {
      const said = added === 0 ? t('add.nobody') : t('add.done', { count: added });
      toast(known === 0 || added === 0 ? said : `${said} ${t('add.known', { count: known })}`);
      onClose();
    },
  });
  const { ids } = form.values;
  const fill = (text: string) => {
    forget();
    form.set({ ids: text });
  };
  return (
    <FormDialog
      form={form}
      title={t(areNotes ? 'add.notesTitle' : 'add.title', { name: bucket.identifier })}
      action={t('add.send')}
      onClose={onClose}
    >
      <div className="bucket-ids">
        <Labelled name="ids" label={t('add.ids')} hint={t('add.hint')} wrong={form.wrong['ids']}>
          <Control
            className="input"
            value={ids}
            spellCheck={false}
            render={<textarea rows={8} />}
            onValueChange={fill}
          />
        </Labelled>
      </div>
      <FromFile tooLarge={() => toast(t('add.tooLarge'), 'bad')} onText={fill} />
      <Found ids={ids} />
      {sent === null || sent.done === 0 ? null : (
        <p role="status">
          {form.busy
            ? t('add.sending', { done: sent.done, count: sent.all })
            : t('add.stopped', { done: sent.done, count: sent.all })}
        </p>
      )}
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

/** Puts what a file has in the place of what is typed. */
function FromFile({
  onText,
  tooLarge,
}: {
  readonly onText: (text: string) => void;
  readonly tooLarge: () => void;
}) {
  const { t } = useTranslation('buckets');
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const take = async (file: File) => {
    if (file.size > FILE_MAX) tooLarge();
    else onText(await file.text());
  };
  return (
    <div>
      <Button onClick={() => input.current?.click()} aria-controls={id}>
        {t('add.file')}
      </Button>
      <input
        id={id}
        ref={input}
        type="file"
        accept=".txt,.csv,.cfg,text/plain,text/csv"
        aria-label={t('add.file')}
        tabIndex={-1}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) void take(file).catch(reportError);
          target.value = '';
        }}
      />
    </div>
  );
}

/** How many people a text has, and each line that is left out, with why. */
function Found({ ids }: { readonly ids: string }) {
  const { t } = useTranslation('buckets');
  const { people, refused } = readPeople(ids, hostTime(useMinute()));
  const shown = refused.slice(0, NAMED);
  const endless = people.filter((one) => one.endless).length;
  return (
    <div>
      <p className="soft" role="status">
        {t('add.found', { count: people.length })}
        {endless === 0 ? null : ` ${t('add.endless', { count: endless })}`}
      </p>
      {refused.length === 0 ? null : (
        <details>
          <summary>{t('add.refused', { count: refused.length })}</summary>
          <ul className="refused-lines">
            {shown.map(({ line, text, fault }) => (
              <li key={line}>
                <span className="soft numeric">{t('add.line', { line })}</span> <code>{text}</code>{' '}
                <span className="soft">{t(`add.fault.${fault}`)}</span>
              </li>
            ))}
          </ul>
          {refused.length === shown.length ? null : (
            <p className="soft">{t('add.moreRefused', { count: refused.length - shown.length })}</p>
          )}
        </details>
      )}
    </div>
  );
}

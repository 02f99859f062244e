import { useTranslation } from 'react-i18next';
import { needsComment } from '../../domain/buckets/rules.ts';
import { bucketEntriesEdit } from '../../protocol/buckets/calls.ts';
import { DurationFields } from '../bans/known/duration-fields.tsx';
import { isWrong, minutesOf, type Duration } from '../bans/known/duration.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';
import { Field } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { bucketErrorText, type Bucket } from '../entries/bucket.ts';

const KEPT: Duration = { span: 'keep', amount: '', unit: 'days' };

/** Asks for another comment, and until when, of entries that were chosen. */
export function EditEntries({
  bucket,
  ids,
  onDone,
  onClose,
}: {
  readonly bucket: Bucket;
  readonly ids: readonly string[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('buckets');
  const bans = useTranslation('bans').t;
  const commands = useCommands();
  const back = async (undo: CallAnswer<'bucketEntriesEdit'>['undo']) => {
    const params = { bucket_id: bucket.id };
    const outcome = await commands.call('bucketEntriesUnedit', { params, body: undo });
    if (outcome.ok) {
      const { changed } = outcome.value;
      const key = changed > 0 && changed < undo.entries.length ? 'undoneInPart' : 'undone';
      toast(t(`edit.${key}`, { count: changed }));
    } else toast(bucketErrorText(outcome.error), 'bad');
  };
  const form = useForm({
    rules: { comment: bucketEntriesEdit.body.shape.comment },
    initial: { comment: '', emptied: false, duration: KEPT },
    typed: ({ comment }) => ({ comment: comment.trim() === '' ? undefined : comment }),
    also: ({ duration }) => (isWrong(duration) ? { minutes: bans('duration.wrong') } : {}),
    refusalText: bucketErrorText,
    ask: (body, { values }) =>
      commands.call('bucketEntriesEdit', {
        params: { bucket_id: bucket.id },
        body: {
          ids: [...ids],
          ...body,
          ...(values.emptied && { comment: '' }),
          minutes: minutesOf(values.duration),
        },
      }),
    done: ({ changed, undo }) => {
      toast(
        t('edit.done', { count: changed }),
        'good',
        changed === 0 ? undefined : () => void back(undo),
      );
      onDone();
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('edit.title', { count: ids.length })}
      action={t('edit.action')}
      onClose={onClose}
    >
      {form.values.emptied ? null : (
        <Field
          {...form.field('comment')}
          label={t('edit.comment')}
          hint={t('edit.commentHint')}
          autoComplete="off"
        />
      )}
      {needsComment(bucket.type) ? null : (
        <label className="check">
          <input
            type="checkbox"
            checked={form.values.emptied}
            onChange={({ target }) => form.set({ emptied: target.checked })}
          />
          {t('edit.noComment')}
        </label>
      )}
      <DurationFields
        value={form.values.duration}
        keeps
        wrong={form.wrong['minutes']}
        onChange={(part) => form.set({ duration: { ...form.values.duration, ...part } }, 'minutes')}
      />
    </FormDialog>
  );
}

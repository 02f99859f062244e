import { useTranslation } from 'react-i18next';
import { useCommands } from '../data/use-view.ts';
import { bucketErrorText } from '../entries/bucket.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { isolated } from '../text/isolated.ts';

/** Asks before the notes that a server has for itself go into a bucket. */
export function TakeNotes({
  bucketId: bucket_id,
  serverId: server_id,
  identifier,
  onClose,
}: {
  readonly bucketId: string;
  readonly serverId: string;
  readonly identifier: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('buckets');
  const commands = useCommands();
  const name = isolated(identifier);
  const back = async (moved: number, moved_at: number) => {
    const body = { server_id, moved_at };
    const outcome = await commands.call('bucketNotesReturn', { params: { bucket_id }, body });
    if (!outcome.ok) return toast(bucketErrorText(outcome.error), 'bad');
    const { returned: count } = outcome.value;
    const key = count > 0 && count < moved ? 'notesReturnedInPart' : 'notesReturned';
    toast(t(`servers.${key}`, { count, name }));
  };
  const form = useForm({
    rules: {},
    initial: {},
    refusalText: bucketErrorText,
    ask: () => commands.call('bucketNotesTake', { params: { bucket_id }, body: { server_id } }),
    done: ({ moved, moved_at }) => {
      toast(
        t('servers.notesMoved', { count: moved, name }),
        'good',
        moved === 0 ? null : () => void back(moved, moved_at),
      );
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('servers.notesAsked', { name })}
      action={t('servers.notes')}
      onClose={onClose}
    >
      <p>{t('servers.notesSay', { name })}</p>
    </FormDialog>
  );
}

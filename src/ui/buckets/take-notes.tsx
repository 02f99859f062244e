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
  const form = useForm({
    rules: {},
    initial: {},
    refusalText: bucketErrorText,
    ask: () => commands.call('bucketNotesTake', { params: { bucket_id }, body: { server_id } }),
    done: ({ moved }) => {
      toast(t('servers.notesMoved', { count: moved, name }));
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

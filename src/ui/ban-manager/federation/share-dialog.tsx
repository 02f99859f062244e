import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { banListShare } from '../../../protocol/federation/calls.ts';
import { banErrorText, type BanList } from '../../bans/known/ban-list.ts';
import { useCommands } from '../../data/use-view.ts';
import { Copyable } from '../../parts/copyable.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { newRequestId } from '../../parts/request-id.ts';
import { useForm } from '../../parts/use-form.ts';
import { isolated } from '../../text/isolated.ts';
import { Flag } from '../../parts/flag.tsx';

/** Makes a link by which another installation follows a list, and shows it. */
export function ShareDialog({
  list,
  onClose,
}: {
  readonly list: BanList;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('federation');
  const commands = useCommands();
  const name = isolated(list.identifier);
  // Sent again where an answer got lost, it is the same link.
  const [share_id] = useState(newRequestId);
  const [link, setLink] = useState<string | null>(null);
  const form = useForm({
    rules: { addresses: banListShare.body.shape.addresses },
    initial: { addresses: false },
    refusalText: (error) => {
      const code = error.kind === 'problem' ? error.problem.code : '';
      return code === 'limit-reached' ? t('shares.limit') : banErrorText(error);
    },
    ask: (body) =>
      commands.call('banListShare', {
        params: { banlist_id: list.id },
        body: { share_id, ...body },
      }),
    done: (answer) => setLink(answer.link),
  });
  if (link !== null) {
    return (
      <Dialog open closable title={t('shares.linkTitle', { name })} onClose={onClose}>
        <p className="share-link">
          <Copyable what={t('shares.link')}>{link}</Copyable>
        </p>
        <p>{t('shares.linkSays')}</p>
      </Dialog>
    );
  }
  return (
    <FormDialog
      form={form}
      title={t('shares.addTitle', { name })}
      action={t('shares.addAction')}
      onClose={onClose}
    >
      <p>{t('shares.says')}</p>
      <Flag
        label={t('shares.addresses')}
        hint={t('shares.addressesHint')}
        checked={form.values.addresses}
        onChange={(checked) => form.set({ addresses: checked })}
      />
    </FormDialog>
  );
}

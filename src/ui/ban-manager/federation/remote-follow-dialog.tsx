import { useState } from 'react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { banListRemoteFollow, remoteFailure } from '../../../protocol/federation/calls.ts';
import type { CommandError } from '../../../worker/contract.ts';
import { banErrorText, type BanList } from '../../bans/known/ban-list.ts';
import { useCommands } from '../../data/use-view.ts';
import { Field } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { newRequestId } from '../../parts/request-id.ts';
import { toast } from '../../parts/toasts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { isolated } from '../../text/isolated.ts';
import { Flag } from '../../parts/flag.tsx';

const AT_LINK = [
  'share-link-refused',
  'follows-itself',
  'already-followed',
  'limit-reached',
  'remote-failed',
] as const;

/** Asks for the link of a list of another installation, and says what follows for whoever is on it. */
export function RemoteFollowDialog({
  list,
  onClose,
}: {
  readonly list: BanList;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('federation');
  const commands = useCommands();
  const name = isolated(list.identifier);
  // Sent again where an answer got lost, it is followed once.
  const [remote_id] = useState(newRequestId);
  const { link, addresses } = banListRemoteFollow.body.shape;
  const form = useForm({
    rules: { link, addresses },
    initial: { link: '', addresses: false },
    concerns: Object.fromEntries(AT_LINK.map((code) => [code, 'link'])),
    refusalText: followErrorText,
    ask: (body) =>
      commands.call('banListRemoteFollow', {
        params: { banlist_id: list.id },
        body: { remote_id, ...body },
      }),
    done: () => {
      toast(t('remotes.added', { name }));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('remotes.addTitle', { name })}
      action={t('remotes.addAction')}
      onClose={onClose}
    >
      <Field
        {...form.field('link')}
        label={t('remotes.link')}
        hint={t('remotes.linkHint')}
        autoComplete="off"
        spellCheck={false}
      />
      <Flag
        label={t('remotes.addresses')}
        hint={t('remotes.addressesHint')}
        checked={form.values.addresses}
        onChange={(checked) => form.set({ addresses: checked })}
      />
      <p>{t('remotes.says', { count: list.servers, name })}</p>
      <p className="soft">{t('remotes.tells')}</p>
    </FormDialog>
  );
}

function followErrorText(error: CommandError): string {
  const ns = 'federation';
  const { code = '', fields = {} } = error.kind === 'problem' ? error.problem : {};
  const cause = remoteFailure.safeParse(fields['link']);
  if (code === 'remote-failed' && cause.success) return i18next.t(`cause.${cause.data}`, { ns });
  if (code === 'limit-reached') return i18next.t('remotes.limit', { ns });
  return code === 'follows-itself' ? i18next.t('remotes.own', { ns }) : banErrorText(error);
}

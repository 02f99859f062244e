import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRow } from '../../domain/rows.ts';
import { personnelSet } from '../../protocol/personnel/calls.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Notice } from '../parts/notice.tsx';
import { PermissionFields } from '../parts/permission-fields.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';

/** Gives an account exactly the ticked permissions. Nobody can give what they do not have. */
export function PersonnelDialog({
  serverId,
  account: { muster_id: me, servers },
  person,
  onClose,
}: {
  readonly serverId: string;
  /** Who gives. */
  readonly account: AccountRow;
  /** Whose permissions are changed. */
  readonly person: RowOf<'personnel'>;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('serverPages');
  const commands = useCommands();
  const personnel = useResource('personnel', serverId).rows;
  // What the ticks begin with.
  const [was, setWas] = useState(person.permissions);
  const form = useForm({
    rules: personnelSet.body.shape,
    initial: {
      identifier: person.muster_id,
      permissions: [...person.permissions],
    },
    ask: (body) =>
      commands.call('personnelSet', {
        params: { server_id: serverId },
        body: { ...body, was: [...was] },
      }),
    done: () => {
      toast(t('saved', { ns: 'common' }));
      onClose();
    },
  });
  const held = form.values.permissions;
  const now = personnel.find(({ id }) => id === person.id)?.permissions ?? [];
  // What is being saved shows in the list before the host has told it.
  const isOther = !form.busy && now.join() !== was.join();

  const startAgain = () => {
    setWas(now);
    form.set({ permissions: [...now] });
    form.clear();
  };
  const taken = held.length === 0;

  return (
    <FormDialog
      form={form}
      title={t('personnel.permissionsOf', { name: person.display_name })}
      action={taken ? t('personnel.remove') : t('save', { ns: 'common' })}
      danger={taken}
      onClose={onClose}
    >
      <p className="soft">{t('personnel.implied')}</p>
      <PermissionFields
        own={servers[serverId] ?? []}
        before={was}
        held={held}
        onHeld={(next) => form.set({ permissions: [...next] })}
      />
      {person.muster_id === me && was.some((one) => !held.includes(one)) ? (
        <Notice tone="warn">{t('personnel.ownLost')}</Notice>
      ) : null}
      {isOther ? (
        <Notice
          tone="warn"
          action={<Button onClick={startAgain}>{t('personnel.takeOver')}</Button>}
        >
          {now.length === 0
            ? t('personnel.takenMeanwhile')
            : t('personnel.changedMeanwhile', {
                now: now.map((name) => t(`permission.${name}`)).join(' · '),
              })}
        </Notice>
      ) : null}
    </FormDialog>
  );
}

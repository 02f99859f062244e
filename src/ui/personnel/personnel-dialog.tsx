import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRow } from '../../domain/rows.ts';
import { personnelSet } from '../../protocol/personnel/calls.ts';
import { PERSONNEL } from '../../protocol/personnel/resource.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Notice } from '../parts/notice.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { PermissionFields } from './permission-fields.tsx';

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
  /** Whose permissions are changed; null: whoever is named here, and has none yet. */
  readonly person: RowOf<'personnel'> | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('serverPages');
  const commands = useCommands();
  const implied = useId();
  const personnel = useResource('personnel', serverId).rows;
  /** Adding somebody who has permissions already would take what they have. */
  const refuseNamed = (identifier: string): string | undefined => {
    const named = identifier.trim().toLowerCase();
    const there = personnel.find((one) => [one.username, one.muster_id].includes(named));
    if (there !== undefined) return t('personnel.present', { name: there.display_name });
    return personnel.length < PERSONNEL.most ? undefined : t('personnel.full');
  };
  const form = useForm({
    rules: personnelSet.body.shape,
    initial: {
      identifier: person?.muster_id ?? '',
      permissions: [...(person?.permissions ?? ['server.view' as const])],
    },
    also: ({ identifier }) => {
      const text = person === null ? refuseNamed(identifier) : undefined;
      return text === undefined ? {} : { identifier: text };
    },
    concerns: {
      'account-not-found': 'identifier',
      'row-changed': 'identifier',
      'limit-reached': 'identifier',
    },
  });
  const held = form.values.permissions;
  // What the ticks begin with.
  const [was, setWas] = useState(person?.permissions ?? []);
  const now = personnel.find(({ id }) => id === person?.id)?.permissions ?? [];
  // What is being saved shows in the list before the host has told it.
  const isOther = person !== null && !form.busy && now.join() !== was.join();

  const save = async () => {
    const params = { server_id: serverId };
    const outcome = await form.submit((body) =>
      commands.call('personnelSet', { params, body: { ...body, was: [...was] } }),
    );
    if (outcome?.ok !== true) return;
    toast(t('saved', { ns: 'common' }));
    onClose();
  };
  const startAgain = () => {
    setWas(now);
    form.set({ permissions: [...now] });
    form.clear();
  };
  const taken = held.length === 0;

  return (
    <FormDialog
      form={form}
      title={
        person === null
          ? t('personnel.add')
          : t('personnel.permissionsOf', { name: person.display_name })
      }
      action={taken ? t('personnel.remove') : t('save', { ns: 'common' })}
      danger={taken}
      why={taken && person === null ? implied : undefined}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {person === null ? (
        <Field
          {...form.field('identifier')}
          label={t('personnel.identifier')}
          hint={t('personnel.limit', { count: personnel.length, most: PERSONNEL.most })}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      ) : null}
      <p className="soft" id={implied}>
        {t('personnel.implied')}
      </p>
      <PermissionFields
        own={servers[serverId] ?? []}
        before={was}
        held={held}
        onHeld={(next) => form.set({ permissions: [...next] })}
      />
      {person?.muster_id === me && was.some((one) => !held.includes(one)) ? (
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

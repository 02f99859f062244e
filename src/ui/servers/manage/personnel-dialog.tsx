import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerPermission } from '../../../protocol/permissions.ts';
import { personnelSet } from '../../../protocol/personnel/calls.ts';
import { PERSONNEL_MAX } from '../../../protocol/personnel/limits.ts';
import type { RowOf } from '../../../protocol/resources/registry.ts';
import { useCommands } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { Form } from '../../parts/form.tsx';
import { Notice } from '../../parts/notice.tsx';
import { toast } from '../../parts/toasts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { PermissionFields } from './permission-fields.tsx';

/** What the dialog begins with; without an account one is to be named. */
export interface Edited {
  readonly account: Pick<RowOf<'personnel'>, 'muster_id' | 'display_name'> | null;
  readonly permissions: readonly ServerPermission[];
}

/** Gives an account exactly the ticked permissions. Nobody can give what they do not have. */
export function PersonnelDialog({
  serverId,
  own,
  me,
  edited: { account, permissions },
  present,
  onClose,
  onSaved,
}: {
  readonly serverId: string;
  /** What the person who gives has. */
  readonly own: readonly ServerPermission[];
  readonly me: string;
  readonly edited: Edited;
  /** Those who have permissions already: adding one of them would take what they have. */
  readonly present: readonly RowOf<'personnel'>[];
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const { t } = useTranslation('serverPages');
  const commands = useCommands();
  const id = useId();
  const form = useForm({
    rules: personnelSet.body.shape,
    initial: { identifier: account?.muster_id ?? '', permissions: [...permissions] },
    also: ({ identifier }) => {
      const named = identifier.trim().toLowerCase();
      const there = present.find(({ username, muster_id }) =>
        [username, muster_id].includes(named),
      );
      if (account !== null) return {};
      if (there !== undefined) {
        return { identifier: t('personnel.present', { name: there.display_name }) };
      }
      return present.length < PERSONNEL_MAX ? {} : { identifier: t('personnel.full') };
    },
    concerns:
      account === null
        ? {
            'account-not-found': 'identifier',
            'row-changed': 'identifier',
            'limit-reached': 'identifier',
          }
        : {},
  });
  const { values, busy } = form;
  // What the ticks begin with: an account that is added has nothing.
  const [was, setWas] = useState(account === null ? [] : permissions);
  const now = present.find(({ muster_id }) => muster_id === account?.muster_id)?.permissions ?? [];
  // What is being saved shows in the list before the host has told it.
  const changed = account !== null && !busy && now.join() !== was.join();
  const held: readonly ServerPermission[] = values.permissions;

  const save = async () => {
    const outcome = await form.submit((body) =>
      commands.call('personnelSet', {
        params: { server_id: serverId },
        body: { ...body, was: [...was] },
      }),
    );
    if (outcome?.ok !== true) return;
    toast(t('saved', { ns: 'common' }));
    onSaved();
  };
  const taken = held.length === 0;
  const ownLost = account?.muster_id === me && was.some((one) => !held.includes(one));

  return (
    <Dialog
      open
      onClose={onClose}
      title={
        account === null
          ? t('personnel.add')
          : t('personnel.permissionsOf', { name: account.display_name })
      }
      actions={
        <>
          <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
          <Button
            kind={taken ? 'danger' : 'primary'}
            type="submit"
            form={id}
            busy={busy}
            disabled={taken && account === null}
          >
            {taken ? t('personnel.remove') : t('save', { ns: 'common' })}
          </Button>
        </>
      }
    >
      <Form form={form} id={id} onSubmit={() => void save()}>
        {account === null ? (
          <Field
            {...form.field('identifier')}
            label={t('personnel.identifier')}
            hint={t('personnel.limit', { count: present.length, most: PERSONNEL_MAX })}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        ) : null}
        <p className="soft">{t('personnel.implied')}</p>
        <PermissionFields
          own={own}
          before={account === null ? permissions : was}
          held={held}
          onHeld={(next) => form.set({ permissions: [...next] })}
        />
        {ownLost ? <Notice tone="warn">{t('personnel.ownLost')}</Notice> : null}
        {changed ? (
          <Notice
            tone="warn"
            action={
              <Button
                onClick={() => {
                  setWas(now);
                  form.set({ permissions: [...now] });
                  form.clear();
                }}
              >
                {t('personnel.takeOver')}
              </Button>
            }
          >
            {now.length === 0
              ? t('personnel.takenMeanwhile')
              : t('personnel.changedMeanwhile', {
                  now: now.map((name) => t(`permission.${name}`)).join(' · '),
                })}
          </Notice>
        ) : null}
        <FormError error={form.error} />
      </Form>
    </Dialog>
  );
}

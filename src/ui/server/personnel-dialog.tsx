import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandError } from '../../worker/contract.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Notice } from '../parts/notice.tsx';
import { toast } from '../parts/toasts.tsx';
import { errorText } from '../text/problem-text.ts';
import { PERMISSION_GROUPS, toggled } from './permission-groups.ts';

const GROUPS = ['see', 'act', 'manage'] as const;

/** Gives an account exactly the ticked permissions. Nobody can give what they do not have. */
export function PersonnelDialog({
  serverId,
  own,
  edited,
  onClose,
  onSaved,
}: {
  readonly serverId: string;
  /** What the person who gives has. */
  readonly own: readonly ServerPermission[];
  /** An empty identifier: an account is to be named. */
  readonly edited: {
    readonly identifier: string;
    readonly name: string;
    readonly permissions: readonly ServerPermission[];
  };
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const { t } = useTranslation('serverPages');
  const commands = useCommands();
  const [identifier, setIdentifier] = useState(edited.identifier);
  const [held, setHeld] = useState(edited.permissions);
  const [missing, setMissing] = useState(false);
  const [error, setError] = useState<CommandError | null>(null);
  const [busy, setBusy] = useState(false);
  const added = edited.identifier === '';

  const save = async (permissions: readonly ServerPermission[]) => {
    setMissing(identifier.trim() === '');
    if (identifier.trim() === '') return;
    setBusy(true);
    setError(null);
    const outcome = await commands.call('personnelSet', {
      params: { server_id: serverId },
      body: { identifier: identifier.trim(), permissions: [...permissions] },
    });
    setBusy(false);
    if (!outcome.ok) {
      setError(outcome.error);
      return;
    }
    toast(t('saved', { ns: 'common' }));
    onSaved();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={added ? t('personnel.add') : t('personnel.permissionsOf', { name: edited.name })}
      actions={
        <>
          {added ? null : (
            <Button kind="danger" busy={busy} onClick={() => void save([])}>
              {t('personnel.remove')}
            </Button>
          )}
          <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
          <Button
            kind="primary"
            busy={busy}
            disabled={added && held.length === 0}
            onClick={() => void save(held)}
          >
            {t('save', { ns: 'common' })}
          </Button>
        </>
      }
    >
      {error === null ? null : <Notice tone="bad">{errorText(error)}</Notice>}
      {added ? (
        <Field
          label={t('personnel.identifier')}
          value={identifier}
          onValue={setIdentifier}
          wrong={missing ? t('invalid.required', { ns: 'common' }) : undefined}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      ) : null}
      <p className="soft">{t('personnel.implied')}</p>
      {GROUPS.map((group) => (
        <fieldset key={group} className="permissions">
          <legend>{t(`group.${group}`)}</legend>
          {PERMISSION_GROUPS[group].map((name) => (
            <label key={name} className="check">
              <input
                type="checkbox"
                checked={held.includes(name)}
                disabled={!own.includes(name)}
                onChange={(event) => setHeld(toggled(held, name, event.target.checked))}
              />
              {t(`permission.${name}`)}
            </label>
          ))}
        </fieldset>
      ))}
    </Dialog>
  );
}

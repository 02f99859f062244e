import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerPermission } from '../../../protocol/permissions.ts';
import { personnelSet } from '../../../protocol/personnel/calls.ts';
import type { CallAnswer } from '../../../worker/contract.ts';
import { useCommands } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { wrongBy } from '../../parts/field-rule.ts';
import { Field } from '../../parts/field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { toast } from '../../parts/toasts.tsx';
import { useForm, wrongByRefusal } from '../../parts/use-form.ts';
import { errorText } from '../../text/problem-text.ts';
import { PermissionFields } from './permission-fields.tsx';

/** What the dialog begins with; without an account one is to be named. */
export interface Edited {
  readonly account: Pick<
    CallAnswer<'personnelList'>['personnel'][number],
    'muster_id' | 'display_name'
  > | null;
  readonly permissions: readonly ServerPermission[];
}

const RULE = personnelSet.body.shape.identifier;

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
  readonly present: CallAnswer<'personnelList'>['personnel'];
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const { t } = useTranslation('serverPages');
  const commands = useCommands();
  const id = useId();
  const [identifier, setIdentifier] = useState(account?.muster_id ?? '');
  const [held, setHeld] = useState(permissions);
  const { wrong, error, busy, form, mark, typed, send } = useForm<'identifier'>();

  const save = async () => {
    const named = identifier.trim();
    const there =
      account === null
        ? present.find(({ username, muster_id }) =>
            [username, muster_id].includes(named.toLowerCase()),
          )
        : undefined;
    const found =
      there === undefined
        ? wrongBy(RULE, named)
        : t('personnel.present', { name: there.display_name });
    if (!mark({ identifier: found })) return;
    const outcome = await send(
      () =>
        commands.call('personnelSet', {
          params: { server_id: serverId },
          body: { identifier: named, permissions: [...held] },
        }),
      {
        concerned: (refusal) =>
          account === null
            ? wrongByRefusal(refusal, [], { 'account-not-found': 'identifier' })
            : {},
      },
    );
    if (!outcome.ok) return;
    toast(t('saved', { ns: 'common' }));
    onSaved();
  };
  const taken = held.length === 0;
  const ownLost = account?.muster_id === me && permissions.some((one) => !held.includes(one));

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
      <form
        id={id}
        ref={form}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void save();
        }}
      >
        {account === null ? (
          <Field
            label={t('personnel.identifier')}
            name="identifier"
            value={identifier}
            onValue={(value) => {
              setIdentifier(value);
              typed('identifier');
            }}
            wrong={wrong.identifier}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        ) : null}
        <p className="soft">{t('personnel.implied')}</p>
        <PermissionFields own={own} before={permissions} held={held} onHeld={setHeld} />
        {ownLost ? <Notice tone="warn">{t('personnel.ownLost')}</Notice> : null}
        {error === null ? null : <Notice tone="bad">{errorText(error)}</Notice>}
      </form>
    </Dialog>
  );
}

import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { to } from '../../../domain/routes/routes.ts';
import { useCommands } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import type { Group } from '../known/group.ts';
import { groupErrorText } from '../known/refusals.ts';
import { DeleteForm } from './delete-form.tsx';
import { TransferForm } from './transfer-form.tsx';

/** What cannot be taken back by whoever did it: leaving, giving away, deleting. */
export function DangerZone({ group }: { readonly group: Group }) {
  const { t } = useTranslation('groups');
  return (
    <Panel title={t('danger.title')}>
      <div className="stack group-danger">
        {group.member && !group.is_owner ? <Leave group={group} /> : null}
        {group.is_owner ? (
          <>
            <TransferForm group={group} />
            <DeleteForm group={group} />
          </>
        ) : (
          <p className="soft">{t('danger.ownerAlone', { owner: group.owner_name })}</p>
        )}
      </div>
    </Panel>
  );
}

function Leave({ group: { id, kind, identifier: name } }: { readonly group: Group }) {
  const { t } = useTranslation('groups');
  const commands = useCommands();
  const [, navigate] = useLocation();
  const [dialog, open] = useDialog();
  const leave = async () => {
    const outcome = await commands.call('groupLeave', { params: { group_id: id }, body: {} });
    if (outcome.ok) navigate(to.groups(kind));
    return outcome;
  };
  return (
    <section className="stack">
      <h3>{t(`danger.leave.${kind}`)}</h3>
      <p className="soft">{t('danger.leaveText')}</p>
      <div className="actions">
        <Button
          kind="danger"
          onClick={() =>
            open((close) => (
              <Confirm
                title={t('danger.leaveAsked', { name })}
                action={t(`danger.leave.${kind}`)}
                done={t('danger.left', { name })}
                refusalText={groupErrorText}
                onYes={leave}
                onClose={close}
              >
                <p>{t('danger.leaveSays')}</p>
              </Confirm>
            ))
          }
        >
          {t(`danger.leave.${kind}`)}
        </Button>
      </div>
      {dialog}
    </section>
  );
}

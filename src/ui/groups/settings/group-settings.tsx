import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { whyNotModify } from '../../../domain/groups/rules.ts';
import { groupIdentifier } from '../../../protocol/groups/fields.ts';
import { useCommands } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Field } from '../../parts/field.tsx';
import { FormActions } from '../../parts/form-actions.tsx';
import { Form } from '../../parts/form.tsx';
import { Panel } from '../../parts/panel.tsx';
import { toast } from '../../parts/toasts.tsx';
import { UnsavedGuard } from '../../parts/unsaved-guard.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { useForm } from '../../parts/use-form.ts';
import { useActing } from '../known/acting.ts';
import { organizationOf, type Group } from '../known/group.ts';
import { groupErrorText } from '../known/refusals.ts';
import { useWhys } from '../known/use-whys.tsx';
import { DangerZone } from './danger-zone.tsx';

const EDIT = { team: 'teamEdit', organization: 'organizationEdit' } as const;

/** What a group is called, whose it is, and how one leaves it. */
export function GroupSettings({ group }: { readonly group: Group }) {
  if (group.deleting !== null) return null;
  return (
    <div className="group-settings">
      <NamePanel group={group} />
      {organizationOf(group) === null ? null : <OrganizationPanel group={group} />}
      <DangerZone group={group} />
    </div>
  );
}

function NamePanel({ group }: { readonly group: Group }) {
  const { t } = useTranslation('groups');
  const commands = useCommands();
  const refusal = whyNotModify(useActing(group));
  const { whys, whyId } = useWhys(group, [refusal]);
  const { id, kind, identifier } = group;
  const form = useForm({
    rules: { identifier: groupIdentifier },
    initial: useMemo(() => ({ identifier }), [identifier]),
    keep: `group-name:${id}`,
    refusalText: groupErrorText,
    ask: (body, { was }) =>
      commands.call(EDIT[kind], {
        params: { group_id: id },
        body: { ...body, was: was.identifier },
      }),
    done: () => toast(t('settings.saved')),
  });
  const why = whyId(refusal);
  return (
    <Panel title={t('settings.title')}>
      <Form
        form={form}
        onSubmit={() => {
          if (why === undefined) form.submit();
        }}
      >
        {whys}
        <Field
          {...form.field('identifier')}
          label={t('settings.name')}
          hint={form.limit('identifier')}
          autoComplete="off"
          readOnly={why !== undefined}
        />
        <FormActions form={form} action={t('settings.save')} why={why} />
        <UnsavedGuard form={form} />
      </Form>
    </Panel>
  );
}

/** The organization of a team, out of which its owner can take it. */
function OrganizationPanel({ group }: { readonly group: Group }) {
  const { t } = useTranslation('groups');
  const commands = useCommands();
  const [dialog, open] = useDialog();
  const organization = organizationOf(group)?.name ?? '';
  const leave = () =>
    open((close) => (
      <Confirm
        title={t('settings.leaveOrganizationAsked', { organization })}
        action={t('teams.remove')}
        done={t('settings.leftOrganization', { organization })}
        refusalText={groupErrorText}
        onYes={() =>
          commands.call('teamLeaveOrganization', { params: { group_id: group.id }, body: {} })
        }
        onClose={close}
      >
        <p>{t('settings.leaveOrganizationSays', { organization })}</p>
      </Confirm>
    ));
  return (
    <Panel title={t('settings.organizationTitle')}>
      <div className="stack">
        <p>{t('settings.organizationText', { organization })}</p>
        {group.is_owner ? (
          <div className="actions">
            <Button onClick={leave}>{t('settings.leaveOrganization', { organization })}</Button>
          </div>
        ) : (
          <p className="soft">{t('settings.ownerAlone', { owner: group.owner_name })}</p>
        )}
      </div>
      {dialog}
    </Panel>
  );
}

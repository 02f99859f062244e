import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { team } from '../../../protocol/groups/calls.ts';
import { GROUP_LIMIT } from '../../../protocol/groups/limits.ts';
import { whyNotInvite } from '../../../domain/groups/rules.ts';
import { useCommands } from '../../data/use-view.ts';
import { Field } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { newRequestId } from '../../parts/request-id.ts';
import { toast } from '../../parts/toasts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { useActing } from '../known/acting.ts';
import { useRoles, type Group } from '../known/group.ts';
import { groupErrorText } from '../known/refusals.ts';
import { useWhys } from '../known/use-whys.tsx';
import { whyNotInviteAny } from './may.ts';
import { RoleChoice } from './role-choice.tsx';

const ADD = { team: 'teamMemberAdd', organization: 'organizationMemberAdd' } as const;
const { muster_id, role_id, days } = team.memberAdd.body.shape;
const RULES = { muster_id, role_id, days: days.unwrap() };

/** Invites an account with a role. */
export function InviteDialog({
  group,
  onClose,
}: {
  readonly group: Group;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('groups');
  const commands = useCommands();
  const acting = useActing(group);
  const { roles } = useRoles(group);
  const [id] = useState(newRequestId);
  const refusal = whyNotInviteAny(acting, roles);
  const { whys, whyId } = useWhys(group, [refusal]);
  const form = useForm({
    rules: RULES,
    initial: { muster_id: '', role_id: '', days: String(GROUP_LIMIT.days.usual) },
    typed: (values) => ({ ...values, muster_id: values.muster_id.trim() }),
    keep: `group-invite:${group.id}`,
    concerns: {
      'account-not-found': 'muster_id',
      'already-member': 'muster_id',
      'already-invited': 'muster_id',
    },
    refusalText: groupErrorText,
    ask: (body) =>
      commands.call(ADD[group.kind], {
        params: { group_id: group.id },
        body: { invite_id: id, ...body },
      }),
    done: () => {
      toast(t('invite.done'));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t(`invite.title.${group.kind}`)}
      action={t('invite.action')}
      why={whyId(refusal)}
      onClose={onClose}
    >
      {whys}
      <Field
        {...form.field('muster_id')}
        label={t('invite.id')}
        hint={t('invite.idHint')}
        autoComplete="off"
        spellCheck={false}
      />
      <RoleChoice
        roles={roles.filter((role) => whyNotInvite(acting, role) === null)}
        chosen={form.values.role_id}
        wrong={form.wrong['role_id']}
        onChosen={(chosen) => form.set({ role_id: chosen })}
      />
      <Field
        {...form.field('days')}
        label={t('invite.days')}
        hint={form.limit('days')}
        inputMode="numeric"
        autoComplete="off"
      />
    </FormDialog>
  );
}

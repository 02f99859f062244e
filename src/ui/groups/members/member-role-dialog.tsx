import { useTranslation } from 'react-i18next';
import { hexId } from '../../../protocol/fields.ts';
import { useCommands } from '../../data/use-view.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Notice } from '../../parts/notice.tsx';
import { toast } from '../../parts/toasts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { useActing } from '../known/acting.ts';
import { useMembers, useRoles, type Group, type MemberRow } from '../known/group.ts';
import { groupErrorText } from '../known/refusals.ts';
import { useWhys } from '../known/use-whys.tsx';
import { giveable, roleOf, whyNotChange } from './may.ts';
import { RoleChoice } from './role-choice.tsx';

const SET = { team: 'teamMemberRole', organization: 'organizationMemberRole' } as const;

/** Gives a member another role, over the one that whoever chooses has seen. */
export function MemberRoleDialog({
  group,
  member,
  onClose,
}: {
  readonly group: Group;
  readonly member: MemberRow;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('groups');
  const commands = useCommands();
  const acting = useActing(group);
  const { roles } = useRoles(group);
  const { told, members } = useMembers(group);
  const now = members.find(({ id }) => id === member.id);
  const { display_name: name, muster_id } = member;
  const was = roleOf(now ?? member, roles);
  const refusal = told && now === undefined ? null : whyNotChange(acting, was, roles);
  const { whys, whyId } = useWhys(group, [refusal]);
  const form = useForm({
    rules: { role_id: hexId },
    initial: { role_id: member.role_id ?? '' },
    refusalText: groupErrorText,
    ask: (body) =>
      commands.call(SET[group.kind], {
        params: { group_id: group.id, muster_id },
        // What somebody else made of it stands below, where they did.
        body: { ...body, was: (now ?? member).role_id },
      }),
    done: (_, { values }) => {
      const role = roles.find(({ id }) => id === values.role_id)?.name ?? '';
      toast(t('members.changed', { name, role }));
      onClose();
    },
  });
  const isGone = told && now === undefined;
  const isOther = now !== undefined && !form.busy && now.role_id !== member.role_id;
  return (
    <FormDialog
      form={form}
      title={t('members.roleOf', { name })}
      action={t('save', { ns: 'common' })}
      why={isGone ? 'member-gone' : whyId(refusal)}
      onClose={onClose}
    >
      {whys}
      <RoleChoice
        roles={giveable(acting, was, roles)}
        chosen={form.values.role_id}
        wrong={form.wrong['role_id']}
        onChosen={(role_id) => form.set({ role_id })}
      />
      {isGone ? (
        <Notice tone="warn">
          <span id="member-gone">{t('members.gone')}</span>
        </Notice>
      ) : null}
      {isOther ? (
        <Notice tone="warn">
          {now.role === null
            ? t('members.otherNone', { name })
            : t('members.otherRole', { name, role: now.role })}
        </Notice>
      ) : null}
    </FormDialog>
  );
}

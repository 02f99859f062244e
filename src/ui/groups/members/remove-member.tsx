import { useTranslation } from 'react-i18next';
import { useCommands } from '../../data/use-view.ts';
import { Confirm } from '../../parts/confirm.tsx';
import type { Group, MemberRow } from '../known/group.ts';
import { groupErrorText } from '../known/refusals.ts';

const REMOVE = { team: 'teamMemberRemove', organization: 'organizationMemberRemove' } as const;

/** Asks before somebody is taken out of a group. */
export function RemoveMember({
  group,
  member: { muster_id, display_name: name },
  onClose,
}: {
  readonly group: Group;
  readonly member: MemberRow;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('groups');
  const commands = useCommands();
  const params = { group_id: group.id, muster_id };
  return (
    <Confirm
      title={t('members.removeAsked', { name })}
      action={t('members.remove')}
      done={t('members.removed', { name })}
      refusalText={groupErrorText}
      onYes={() => commands.call(REMOVE[group.kind], { params, body: {} })}
      onClose={onClose}
    >
      <p>{t('members.removeSays')}</p>
    </Confirm>
  );
}

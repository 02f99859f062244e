import { useTranslation } from 'react-i18next';
import { useCommands } from '../../data/use-view.ts';
import { Confirm } from '../../parts/confirm.tsx';
import type { Group, RoleRow } from '../known/group.ts';
import { groupErrorText } from '../known/refusals.ts';

const REMOVE = { team: 'teamRoleDelete', organization: 'organizationRoleDelete' } as const;

/** Asks before a role goes, and says to how many members it matters. */
export function RemoveRole({
  group,
  role: { id, name, members: count },
  onClose,
}: {
  readonly group: Group;
  readonly role: RoleRow;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('groups');
  const commands = useCommands();
  const params = { group_id: group.id, role_id: id };
  return (
    <Confirm
      title={t('roles.removeAsked', { name })}
      action={t('roles.remove')}
      done={t('roles.removed', { name })}
      refusalText={groupErrorText}
      onYes={() => commands.call(REMOVE[group.kind], { params, body: {} })}
      onClose={onClose}
    >
      <p>{count === 0 ? t('roles.removeNobody') : t('roles.removeSays', { count })}</p>
    </Confirm>
  );
}

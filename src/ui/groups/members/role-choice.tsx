import { useTranslation } from 'react-i18next';
import { Choice } from '../known/choice.tsx';
import type { RoleRow } from '../known/group.ts';

/** Chooses one of the roles that can be given. */
export function RoleChoice({
  roles,
  chosen,
  wrong,
  onChosen,
}: {
  readonly roles: readonly RoleRow[];
  /** Its id; empty: none is chosen yet. */
  readonly chosen: string;
  readonly wrong: string | undefined;
  readonly onChosen: (roleId: string) => void;
}) {
  const { t } = useTranslation('groups');
  if (roles.length === 0) return <p className="soft">{t('members.noRoles')}</p>;
  return (
    <Choice
      name="role_id"
      label={t('members.role')}
      chosen={chosen}
      options={roles.map(({ id, name }) => ({ value: id, label: name }))}
      wrong={wrong}
      onChosen={onChosen}
    />
  );
}

import { useTranslation } from 'react-i18next';
import { Select } from '../../parts/select.tsx';
import type { RoleRow } from '../group.ts';

/** Chooses one of the roles that can be given. */
export function RoleChoice({
  label,
  roles,
  chosen,
  wrong,
  onChosen,
}: {
  readonly label: string;
  readonly roles: readonly RoleRow[];
  /** Its id; empty or of none of them: none is chosen yet. */
  readonly chosen: string;
  readonly wrong: string | undefined;
  readonly onChosen: (roleId: string) => void;
}) {
  const { t } = useTranslation('groups');
  if (roles.length === 0) return <p className="soft">{t('members.noRoles')}</p>;
  const isThere = roles.some(({ id }) => id === chosen);
  const options = roles.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="field">
      <Select
        name="role_id"
        label={label}
        value={isThere ? chosen : ''}
        options={isThere ? options : [{ value: '', label: t('members.choose') }, ...options]}
        onValue={onChosen}
      />
      {wrong === undefined ? null : <span className="wrong">{wrong}</span>}
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import { organizationOf, type Group } from './known/group.ts';
import { RoleName } from './known/role-name.tsx';

/** What the account is in a group: its role there, or through what else it sees it. */
export function OwnRole({ group }: { readonly group: Group }) {
  const { t } = useTranslation('groups');
  if (group.role !== null) return <RoleName name={group.role} colour={null} />;
  if (group.member) return <span className="soft">{t('noRole')}</span>;
  const above = organizationOf(group);
  return (
    <span className="soft">
      {above === null ? t('notMemberElse') : t('notMember', { organization: above.name })}
    </span>
  );
}

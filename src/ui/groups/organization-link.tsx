import { useTranslation } from 'react-i18next';
import { organizationOf, type Group } from './known/group.ts';
import { GroupLink } from './known/group-link.tsx';

/** The organization that a team belongs to, or that there is none. */
export function OrganizationLink({ group }: { readonly group: Group }) {
  const { t } = useTranslation('groups');
  const above = organizationOf(group);
  if (above === null) return <span className="soft">{t('noOrganization')}</span>;
  return <GroupLink kind="organization" {...above} />;
}

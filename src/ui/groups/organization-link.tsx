import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { organizationOf, type Group } from './known/group.ts';

/** The organization that a team belongs to, as a link to it; or that there is none. */
export function OrganizationLink({ group }: { readonly group: Group }) {
  const { t } = useTranslation('groups');
  const above = organizationOf(group);
  if (above === null) return <span className="soft">{t('noOrganization')}</span>;
  return (
    <Link href={to.group('organization', above.id)}>
      <bdi>{above.name}</bdi>
    </Link>
  );
}

import { useTranslation } from 'react-i18next';
import { AuditList } from '../audit/audit-list.tsx';
import { useHeldIn } from './known/acting.ts';
import type { Group } from './known/group.ts';
import { Missing } from './known/missing.tsx';

/** What was done in a team or an organization, for whoever may change it. */
export function AuditPanel({ group }: { readonly group: Group }) {
  const { t } = useTranslation('groups');
  const { kind, id } = group;
  const permission = `${kind}.modify` as const;
  return useHeldIn(id).includes(permission) ? (
    <AuditList resource={`${kind}Audit`} ownerId={id} />
  ) : (
    <Missing title={t('tab.audit')} group={group} permission={permission} />
  );
}

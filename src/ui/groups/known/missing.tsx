import { useTranslation } from 'react-i18next';
import type { RolePermission } from '../../../protocol/permissions.ts';
import { Notice } from '../../parts/notice.tsx';
import { Panel } from '../../parts/panel.tsx';
import type { Group } from './group.ts';
import { missingHereText } from './refusals.ts';

/** In place of a panel that the account may not read: which permission it needs, and who can give it. */
export function Missing({
  title,
  group,
  permission,
}: {
  readonly title: string;
  readonly group: Group;
  readonly permission: RolePermission;
}) {
  // What permissions are called stands there.
  useTranslation('groups');
  return (
    <Panel title={title}>
      <Notice>{missingHereText(permission, group)}</Notice>
    </Panel>
  );
}

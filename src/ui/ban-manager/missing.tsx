import { useTranslation } from 'react-i18next';
import type { BanListPermission } from '../../protocol/permissions.ts';
import { Notice } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { missingHere, type BanList } from '../bans/known/ban-list.ts';

/** In place of a panel that the account may not read: which permission it needs, and who can give it. */
export function Missing({
  title,
  list,
  permission,
}: {
  readonly title: string;
  readonly list: BanList;
  readonly permission: BanListPermission;
}) {
  // What permissions are called stands there.
  useTranslation('groups');
  return (
    <Panel title={title}>
      <Notice>{missingHere(list, permission)}</Notice>
    </Panel>
  );
}

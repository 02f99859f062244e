import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOne } from '../data/use-view.ts';

/** Who else is looking at this server now. */
export function Presence({
  serverId,
  musterId,
}: {
  readonly serverId: string;
  readonly musterId: string;
}) {
  const { t } = useTranslation('serverDashboard');
  const { row } = useOne({ view: 'presence', server_id: serverId });
  const others = (row?.viewers ?? []).filter((viewer) => viewer.muster_id !== musterId);
  const names = [...new Map(others.map((viewer) => [viewer.muster_id, viewer.display_name]))].map(
    ([, name]) => name,
  );
  return (
    <span className={names.length === 0 ? 'visually-hidden' : 'presence soft'} role="status">
      <Eye className="icon" aria-hidden="true" />
      {names.length === 0 ? t('alone') : `${t('looking')} ${names.join(', ')}`}
    </span>
  );
}

import { useTranslation } from 'react-i18next';
import type { StreamRow } from '../../domain/rows.ts';
import { permissionName } from '../text/permission-name.ts';

/**
 * That a feed is told without addresses and identifiers, and what shows them; nothing where it is whole. Nobody reads them
 * in a console.
 */
export function FilteredNote({ stream }: { readonly stream: StreamRow | undefined }) {
  const { t } = useTranslation('serverDashboard');
  // What permissions are called is said there.
  useTranslation('serverPages');
  if (stream?.id.endsWith('/feed-filtered') !== true) return null;
  const permission = permissionName('server.view.feed');
  return <p className="filtered-note soft">{t('filtered', { permission })}</p>;
}

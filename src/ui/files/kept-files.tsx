import './files.css';
import { useTranslation } from 'react-i18next';
import { may } from '../../domain/permissions.ts';
import { useOne } from '../data/use-view.ts';
import { useLocale } from '../parts/locale.ts';
import { ResourceTable } from '../parts/resource-table.tsx';
import { formatBytes, formatMoment } from '../text/format.ts';
import { permissionName } from '../text/permission-name.ts';
import { WhoGives } from '../parts/who-gives.tsx';
import { FileActions } from './file-actions.tsx';

/** The uploaded files of a server, for whoever may see what the game writes into its logs. */
export function KeptFiles({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('files');
  const locale = useLocale();
  const account = useOne({ view: 'account' }).row;
  if (account === undefined) return null;
  const lists = may(account, serverId, 'server.view.server-log');
  return (
    <section className="stack kept-files" aria-label={t('title')}>
      <h3>{t('title')}</h3>
      {lists ? (
        <>
          <p className="soft">{t('text')}</p>
          <ResourceTable
            resource="files"
            serverId={serverId}
            empty={t('empty')}
            columns={[
              { label: t('name'), of: ({ name }) => <bdi className="file-name">{name}</bdi> },
              {
                label: t('size'),
                of: ({ bytes }) => formatBytes(bytes, locale),
                className: 'numeric file-size',
              },
              {
                label: t('uploaded'),
                of: ({ at }) => formatMoment(at, locale),
                className: 'soft numeric',
              },
              {
                label: t('by'),
                of: ({ uploaded_by_name: name }) => <bdi>{name === '' ? t('nobody') : name}</bdi>,
              },
            ]}
            actions={(file) => (
              <FileActions
                file={file}
                reads={may(account, serverId, 'server.view.personal')}
                deletes={may(account, serverId, 'server.modify.settings')}
              />
            )}
          />
        </>
      ) : (
        <p className="soft">
          {t('hidden', { permission: permissionName('server.view.server-log') })}{' '}
          <WhoGives serverId={serverId} />
        </p>
      )}
    </section>
  );
}

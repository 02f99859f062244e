import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { may } from '../../domain/permissions.ts';
import { to } from '../../domain/routes/routes.ts';
import { isFilterBucket } from '../../protocol/buckets/limits.ts';
import { useResource } from '../data/use-resource.ts';
import { useOne } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { ResourceTable } from '../parts/resource-table.tsx';
import { useDialog } from '../parts/use-dialog.ts';
import { formatCount, formatMoment } from '../text/format.ts';
import { TakeAway } from './take-away.tsx';

const ACCOUNT = ['servers', 'capabilities', 'buckets'] as const;

/** The buckets that a server uses. */
export function ServerBucketsPanel({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('buckets');
  const locale = useLocale();
  const account = useOne({ view: 'account' }, ACCOUNT).row;
  const [dialog, open] = useDialog();
  const { rows } = useResource('serverBuckets', serverId);
  const known = account?.buckets ?? {};
  const configures = may(account, serverId, 'server.modify.configuration');
  return (
    <Panel
      title={t('ofServer.title')}
      padded={false}
      tools={<Link href={to.buckets()}>{t('ofServer.toBuckets')}</Link>}
    >
      {rows.some(({ type }) => !isFilterBucket(type)) ? (
        <p className="soft ban-lines">{t('ofServer.text')}</p>
      ) : null}
      {rows.some(({ type }) => isFilterBucket(type)) ? (
        <p className="soft ban-lines">{t('ofServer.filters')}</p>
      ) : null}
      <ResourceTable
        resource="serverBuckets"
        serverId={serverId}
        empty={`${t('ofServer.empty')} ${t('ofServer.next')}`}
        columns={[
          {
            label: t('column.name'),
            of: ({ id, identifier }) =>
              Object.hasOwn(known, id) ? (
                <Link href={to.bucket(id)}>
                  <bdi>{identifier}</bdi>
                </Link>
              ) : (
                <bdi>{identifier}</bdi>
              ),
          },
          { label: t('column.type'), of: ({ type }) => t(`type.${type}`) },
          {
            label: t('column.entries'),
            of: ({ entries }) => formatCount(entries, locale),
            className: 'numeric count',
          },
          {
            label: t('servers.since'),
            of: ({ since }) => formatMoment(since, locale),
            className: 'soft numeric',
          },
        ]}
        actions={({ id: bucketId, identifier, entries }) =>
          configures ? (
            <Button
              aria-label={t('ofServer.takeAwayOf', { name: identifier })}
              onClick={() =>
                open((close) => (
                  <TakeAway
                    from="ofServer"
                    {...{ bucketId, serverId, identifier, entries }}
                    onClose={close}
                  />
                ))
              }
            >
              {t('servers.takeAway')}
            </Button>
          ) : null
        }
      />
      {dialog}
    </Panel>
  );
}

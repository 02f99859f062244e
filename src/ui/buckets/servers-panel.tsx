import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { may } from '../../domain/permissions.ts';
import { isFilterBucket } from '../../protocol/buckets/limits.ts';
import { gameName } from '../../protocol/enumerations.ts';
import { useOne } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { ResourceTable } from '../parts/resource-table.tsx';
import { ServerLink } from '../parts/server-name.tsx';
import { useDialog } from '../parts/use-dialog.ts';
import { formatMoment } from '../text/format.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { mayIn, whyNot, type Bucket } from '../entries/bucket.ts';
import { TakeAway } from './take-away.tsx';
import { TakeNotes } from './take-notes.tsx';

const ACCOUNT = ['servers', 'capabilities'] as const;

/** The servers that use a bucket: more of them, and fewer. */
export function ServersPanel({ bucket }: { readonly bucket: Bucket }) {
  const { t } = useTranslation('buckets');
  const games = useTranslation('server').t;
  const locale = useLocale();
  const account = useOne({ view: 'account' }, ACCOUNT).row;
  const [dialog, open] = useDialog();
  const modifies = mayIn(bucket, 'bucket.modify');
  const isFrozen = modifies && !mayIn(bucket, 'bucket.add');
  const { id: bucketId, entries } = bucket;
  const moves = (server: string) =>
    bucket.type === 'NOTES' &&
    mayIn(bucket, 'bucket.add') &&
    may(account, server, 'server.notes.view') &&
    may(account, server, 'server.notes.remove') &&
    may(account, server, 'server.modify.configuration');
  return (
    <Panel
      title={t('servers.title')}
      padded={false}
      tools={
        modifies ? (
          <Button
            icon={<Plus />}
            onClick={() => open((close) => <AssignDialog bucket={bucket} onClose={close} />)}
          >
            {t('servers.add')}
          </Button>
        ) : undefined
      }
    >
      {modifies ? null : <p className="soft ban-lines">{whyNot('change', bucket)}</p>}
      {isFilterBucket(bucket.type) ? (
        <p className="soft ban-lines">{t('ofServer.filters')}</p>
      ) : null}
      <ResourceTable
        resource="bucketServers"
        serverId={{ bucket_id: bucketId }}
        empty={t('servers.empty')}
        columns={[
          {
            label: t('servers.name'),
            of: ({ id, identifier }) => (
              <>
                <ServerLink id={id} told={identifier} />
                {isFrozen && !may(account, id, 'server.modify.configuration') ? (
                  <span className="tag" title={t('servers.notYoursHint')}>
                    {t('servers.notYours')}
                  </span>
                ) : null}
              </>
            ),
          },
          {
            label: t('servers.game'),
            of: ({ game }) => games(`game.${gameName(game)}`),
            className: 'word',
          },
          {
            label: t('servers.since'),
            of: ({ since }) => formatMoment(since, locale),
            className: 'soft numeric',
          },
        ]}
        actions={({ id: serverId, identifier }) => (
          <div className="actions">
            {moves(serverId) ? (
              <Button
                aria-label={t('servers.notesOf', { name: identifier })}
                onClick={() =>
                  open((close) => (
                    <TakeNotes {...{ bucketId, serverId, identifier }} onClose={close} />
                  ))
                }
              >
                {t('servers.notes')}
              </Button>
            ) : null}
            {modifies || may(account, serverId, 'server.modify.configuration') ? (
              <Button
                aria-label={t('servers.takeAwayOf', { name: identifier })}
                onClick={() =>
                  open((close) => (
                    <TakeAway
                      from="servers"
                      {...{ bucketId, serverId, identifier, entries }}
                      onClose={close}
                    />
                  ))
                }
              >
                {t('servers.takeAway')}
              </Button>
            ) : null}
          </div>
        )}
      />
      {dialog}
    </Panel>
  );
}

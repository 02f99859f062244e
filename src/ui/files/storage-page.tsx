import './files.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { isNearlyFull } from '../../domain/files/storage.ts';
import { may } from '../../domain/permissions.ts';
import { to } from '../../domain/routes/routes.ts';
import type { AccountRow } from '../../domain/rows.ts';
import type { ResourceView } from '../../domain/queries.ts';
import { STORAGE_NAMED, STORAGE_POLICY, type StoragePolicy } from '../../protocol/files/limits.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands, useOne } from '../data/use-view.ts';
import { Confirm } from '../parts/confirm.tsx';
import { useLocale } from '../parts/locale.ts';
import { NoLines } from '../parts/no-lines.tsx';
import { Notice } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { RowsTable } from '../parts/rows-table.tsx';
import { ServerName } from '../parts/server-name.tsx';
import { toast } from '../parts/toasts.tsx';
import { useDialog } from '../parts/use-dialog.ts';
import { formatBytes, formatCount, formatMoment } from '../text/format.ts';
import { errorText } from '../text/problem-text.ts';
import { FileActions } from './file-actions.tsx';

type Storage = ResourceView<'storage'>;

/** `/account/storage`: how much of its storage an account uses, which files that is, and what goes when it is full. */
export function StoragePage() {
  const { t } = useTranslation('files');
  const account = useOne({ view: 'account' }).row;
  const {
    rows: [storage],
    told,
  } = useResource('storage', null);
  return (
    <div className="stack storage-page">
      <header className="page-head">
        <h1>{t('storage.title')}</h1>
      </header>
      <p className="soft">{t('storage.text')}</p>
      {storage === undefined || account === undefined ? (
        <NoLines serverId={null} topic="storage" told={told} />
      ) : (
        <>
          <Used storage={storage} quota={account.limits.storage ?? 0} />
          <Policy chosen={storage.policy} />
          <Servers storage={storage} />
          {storage.servers.length === 0 ? null : (
            <>
              <Files title={t('storage.oldest')} files={storage.oldest} {...{ storage, account }} />
              {storage.servers.reduce((sum, { files }) => sum + files, 0) >
              storage.oldest.length ? (
                <Files
                  title={t('storage.largest')}
                  files={storage.largest}
                  {...{ storage, account }}
                />
              ) : null}
            </>
          )}
        </>
      )}
    </div>
  );
}

function Used({ storage, quota }: { readonly storage: Storage; readonly quota: number }) {
  const { t } = useTranslation('files');
  const locale = useLocale();
  const { used, evidence, policy, goes_at: goesAt } = storage;
  const figures = { used: formatBytes(used, locale), quota: formatBytes(quota, locale) };
  return (
    <div className="stack">
      <p id="storage-used" className="storage-figures">
        {t('used', figures)}
      </p>
      {evidence === 0 ? null : (
        <p className="soft">{t('storage.evidence', { bytes: formatBytes(evidence, locale) })}</p>
      )}
      <meter
        aria-labelledby="storage-used"
        min={0}
        max={quota}
        high={quota * 0.8}
        optimum={0}
        value={Math.min(used, quota)}
      />
      {used > quota ? (
        <Notice tone="warn">
          {t(`storage.over.${policy}`)}{' '}
          {goesAt === null ? null : t('storage.goes', { moment: formatMoment(goesAt, locale) })}
        </Notice>
      ) : isNearlyFull(used, quota) ? (
        <Notice tone="warn">{t(`storage.full.${policy}`)}</Notice>
      ) : null}
    </div>
  );
}

/** What becomes of uploads that do not fit. To let files go is asked for; to keep them is not. */
function Policy({ chosen }: { readonly chosen: StoragePolicy }) {
  const { t } = useTranslation('files');
  const commands = useCommands();
  const [dialog, open] = useDialog();
  const set = (policy: StoragePolicy) => commands.call('storagePolicySet', { body: { policy } });
  const choose = async (policy: StoragePolicy) => {
    const outcome = await set(policy);
    toast(outcome.ok ? t('storage.saved') : errorText(outcome.error), outcome.ok ? 'good' : 'bad');
  };
  const ask = () =>
    open((close) => (
      <Confirm
        title={t('storage.askTitle')}
        action={t('storage.delete-oldest')}
        done={t('storage.saved')}
        onClose={close}
        onYes={() => set('delete-oldest')}
      >
        <p>{t('storage.askText')}</p>
      </Confirm>
    ));
  return (
    <Panel title={t('storage.policy')}>
      <div className="stack" role="radiogroup" aria-label={t('storage.policy')}>
        {STORAGE_POLICY.map((policy) => (
          <label key={policy} className="storage-choice">
            <input
              type="radio"
              name="storage-policy"
              checked={chosen === policy}
              onChange={() => {
                if (policy === 'delete-oldest') ask();
                else void choose(policy).catch(reportError);
              }}
            />
            <span>
              {t(`storage.${policy}`)}
              <span className="soft">{t(`storage.${policy}Hint`)}</span>
            </span>
          </label>
        ))}
      </div>
      {dialog}
    </Panel>
  );
}

function Servers({ storage: { servers } }: { readonly storage: Storage }) {
  const { t } = useTranslation('files');
  const locale = useLocale();
  return (
    <Panel title={t('storage.servers')} padded={servers.length === 0}>
      {servers.length === 0 ? (
        <p className="soft">{t('storage.noServers')}</p>
      ) : (
        <RowsTable
          rows={servers.map((server) => ({ ...server, id: server.server_id }))}
          columns={[
            {
              label: t('server'),
              of: ({ id, identifier }) => (
                <Link href={to.server(id, 'overview')}>
                  <ServerName id={id} told={identifier} />
                </Link>
              ),
            },
            {
              label: t('count'),
              of: ({ files }) => formatCount(files, locale),
              className: 'numeric count',
            },
            {
              label: t('size'),
              of: ({ bytes }) => formatBytes(bytes, locale),
              className: 'numeric',
            },
          ]}
          actions={() => null}
        />
      )}
      {servers.length < STORAGE_NAMED.servers ? null : (
        <p className="soft">{t('storage.moreServers', { count: servers.length })}</p>
      )}
    </Panel>
  );
}

function Files({
  title,
  files,
  storage: { servers },
  account,
}: {
  readonly title: string;
  readonly files: Storage['oldest'];
  readonly storage: Storage;
  readonly account: AccountRow;
}) {
  const { t } = useTranslation('files');
  const locale = useLocale();
  return (
    <Panel title={title} padded={false}>
      <RowsTable
        rows={files}
        columns={[
          { label: t('name'), of: ({ name }) => <bdi className="file-name">{name}</bdi> },
          {
            label: t('server'),
            of: ({ server_id: id }) => {
              const told = servers.find(({ server_id }) => server_id === id)?.identifier;
              return <ServerName id={id} {...(told === undefined ? {} : { told })} />;
            },
          },
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
        ]}
        actions={(file) => (
          <FileActions
            file={file}
            reads={may(account, file.server_id, 'server.view.personal')}
            deletes={may(account, file.server_id, 'server.modify.settings')}
          />
        )}
      />
    </Panel>
  );
}

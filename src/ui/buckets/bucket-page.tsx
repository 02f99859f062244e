import '../bans/bans.css';
import './buckets.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { to } from '../../domain/routes/routes.ts';
import { AuditList } from '../audit/audit-list.tsx';
import { addressOf, oneOf } from '../parts/addresses/parameters.ts';
import { useAddress } from '../parts/addresses/use-address.ts';
import { ButtonLink } from '../parts/button.tsx';
import { NoLines } from '../parts/no-lines.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageTabs } from '../parts/page-tabs.tsx';
import { Panel } from '../parts/panel.tsx';
import { useTitle } from '../parts/title.ts';
import { mayIn, useBuckets, whyNot, type Bucket } from '../entries/bucket.ts';
import { BucketSettings } from './settings.tsx';
import { EntriesPanel } from './entries-panel.tsx';
import { GameFilesPanel } from './game-files-panel.tsx';

import { ServersPanel } from './servers-panel.tsx';

const TABS = ['entries', 'servers', 'audit', 'settings'] as const;
type Tab = (typeof TABS)[number];

const ADDRESS = addressOf({ tab: oneOf('tab', TABS, 'entries') });

/** No server uses a list that changes nothing there. */
function tabsOf(type: Bucket['type']): readonly Tab[] {
  return type === 'GENERIC' ? TABS.filter((tab) => tab !== 'servers') : TABS;
}

/** `/buckets/:id`. */
export function BucketPage({ bucketId }: { readonly bucketId: string }) {
  const { told, buckets } = useBuckets();
  const bucket = buckets.find(({ id }) => id === bucketId);
  const [seen, setSeen] = useState<string | null>(null);
  const name = bucket?.identifier ?? null;
  useTitle(name ?? '');
  useEffect(() => {
    if (name !== null) setSeen(name);
  }, [name]);
  if (bucket !== undefined) return <Shown bucket={bucket} />;
  return told ? <Gone name={seen} /> : <NoLines serverId={null} topic="buckets" />;
}

/** It was deleted, or never was there for this account. */
function Gone({ name }: { readonly name: string | null }) {
  const { t } = useTranslation('buckets');
  return (
    <div className="stack">
      <h1>{name ?? t('gone.title')}</h1>
      <Notice tone="warn">{name === null ? t('gone.never') : t('gone.seen', { name })}</Notice>
      <p>
        <ButtonLink href={to.buckets()}>{t('gone.back')}</ButtonLink>
      </p>
    </div>
  );
}

function Shown({ bucket }: { readonly bucket: Bucket }) {
  const { t } = useTranslation('buckets');
  const { id, identifier: name, type } = bucket;
  const [{ tab }] = useAddress(ADDRESS);
  return (
    <div className="stack">
      <header className="ban-title">
        <h1>{name}</h1>
        <span className="tag">{t(`type.${type}`)}</span>
      </header>
      <p className="soft">{t(`does.${type}`)}</p>
      <PageTabs
        label={t('sections', { name })}
        current={tab}
        tabs={tabsOf(type).map((one) => ({
          name: one,
          href: to.bucket(id, ADDRESS.write({ tab: one })),
          text: t(`tab.${one}`),
        }))}
      />
      <Section tab={tab} bucket={bucket} />
    </div>
  );
}

function Section({ tab, bucket }: { readonly tab: Tab; readonly bucket: Bucket }) {
  switch (tab) {
    case 'entries':
      return mayIn(bucket, 'bucket.view') ? (
        <>
          <EntriesPanel bucket={bucket} />
          <GameFilesPanel bucket={bucket} />
        </>
      ) : (
        <Refused tab={tab} bucket={bucket} why="seeEntries" />
      );
    case 'servers':
      return mayIn(bucket, 'bucket.view') ? (
        <ServersPanel bucket={bucket} />
      ) : (
        <Refused tab={tab} bucket={bucket} why="seeEntries" />
      );
    case 'audit':
      return mayIn(bucket, 'bucket.modify') ? (
        <AuditList resource="bucketAudit" ownerId={bucket.id} />
      ) : (
        <Refused tab={tab} bucket={bucket} why="change" />
      );
    case 'settings':
      return mayIn(bucket, 'bucket.modify') ? (
        <BucketSettings bucket={bucket} />
      ) : (
        <Refused tab={tab} bucket={bucket} why="change" />
      );
  }
}

/** In place of what the account may not see. */
function Refused({
  tab,
  bucket,
  why,
}: {
  readonly tab: Tab;
  readonly bucket: Bucket;
  readonly why: Parameters<typeof whyNot>[0];
}) {
  const { t } = useTranslation('buckets');
  return (
    <Panel title={t(`tab.${tab}`)}>
      <Notice>{whyNot(why, bucket)}</Notice>
    </Panel>
  );
}

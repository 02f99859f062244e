import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { isInForce } from '../../../domain/buckets/entries.ts';
import type { BanRow } from '../../../domain/bans/row.ts';
import type { ByMuster, FoundBy } from '../../../domain/doors/why.ts';
import { mayInBanList, mayInBucket } from '../../../domain/permissions.ts';
import { to } from '../../../domain/routes/routes.ts';
import { BanStatus } from '../../bans/known/status.tsx';
import type { CommandError } from '../../../worker/contract.ts';
import { useMinute } from '../../data/clock.ts';
import { hostTime } from '../../data/host-clock.ts';
import { useOne, useReplaying } from '../../data/use-view.ts';
import { AccountName } from '../../parts/accounts/account-name.tsx';
import { BanLink } from '../../parts/ban-link.tsx';
import { Fact } from '../../parts/fact.tsx';
import { useLocale } from '../../parts/locale.ts';
import { useCall } from '../../parts/use-call.ts';
import { formatList, formatMoment } from '../../text/format.ts';

const KNOWS = ['ban_lists', 'buckets'] as const;

/** The entry that the rule found. */
export function Entry({
  found,
  decidedAt,
}: {
  readonly found: FoundBy;
  readonly decidedAt: number;
}) {
  const { t } = useTranslation('because');
  const feed = useTranslation('serverDashboard').t;
  switch (found.kind) {
    case 'ban':
      return <Ban found={found} />;
    case 'filter':
      return <Filter found={found} decidedAt={decidedAt} />;
    case 'ping': {
      const { was, max } = found;
      return <Fact term={t('ping')}>{feed('feed.doors.why.ping', { was, max })}</Fact>;
    }
    case 'module':
      return null;
  }
}

function Ban({ found }: { readonly found: Extract<FoundBy, { kind: 'ban' }> }) {
  const { t } = useTranslation('because');
  const locale = useLocale();
  const account = useOne({ view: 'account' }, KNOWS).row;
  const replaying = useReplaying();
  const { id, listId, told, reason, until } = found;
  const reads = !replaying && mayInBanList(account, listId, 'banlist.list');
  return (
    <>
      <Fact term={t('ban')}>
        {told !== undefined ? (
          <BanLink ban={told} />
        ) : reads ? (
          <Link href={to.ban(listId, id)}>{t('openBan')}</Link>
        ) : (
          <span className="soft">{t('listClosed')}</span>
        )}
      </Fact>
      {told?.by === undefined || told.by.length === 0 ? null : (
        <Fact term={t('foundBy')}>
          {formatList(
            told.by.map((kind) => t(`keys.${kind}`)),
            'conjunction',
            locale,
          )}
        </Fact>
      )}
      {reason === undefined ? null : (
        <Fact term={t('reason')}>
          <q>{reason}</q>
        </Fact>
      )}
      {until === undefined ? null : (
        <Fact numeric term={t('until')}>
          {until === null ? t('ever') : formatMoment(until, locale)}
        </Fact>
      )}
      {reads ? <BanNow banId={id} listId={listId} /> : null}
    </>
  );
}

/** Who made the ban, and what became of it. */
function BanNow({ banId, listId }: { readonly banId: string; readonly listId: string }) {
  const { t } = useTranslation('because');
  const params = { banlist_id: listId, ban_id: banId };
  const { answer, error } = useCall('banRead', { params });
  if (answer === null) return <Unread error={error} gone={t('banGone')} />;
  const { ban } = answer;
  return (
    <>
      <MadeBy entry={ban} />
      <Fact term={t('now')}>
        <BanStatus ban={ban} />
      </Fact>
    </>
  );
}

function MadeBy({
  entry: { issuer_id, issuer_name, created_at },
}: {
  readonly entry: Pick<BanRow, 'issuer_id' | 'issuer_name' | 'created_at'>;
}) {
  const { t } = useTranslation('because');
  const locale = useLocale();
  return (
    <Fact numeric term={t('made')}>
      {issuer_id === null ? (
        t('nobody')
      ) : (
        <AccountName serverId={null} id={issuer_id} name={issuer_name} />
      )}
      , {formatMoment(created_at, locale)}
    </Fact>
  );
}

/** What could not be read: since it is not there any more, or for another reason. */
function Unread({ error, gone }: { readonly error: CommandError | null; readonly gone: string }) {
  const { t } = useTranslation('because');
  if (error === null) return null;
  const isGone = error.kind === 'problem' && error.problem.code === 'not-found';
  return (
    <Fact term={t('now')}>
      <span className="soft">{isGone ? gone : t('unread')}</span>
    </Fact>
  );
}

/** The ban that a filter made, for whoever may read its list. */
export function MadeBan({ made }: { readonly made: NonNullable<ByMuster['made']> }) {
  const { t } = useTranslation('because');
  const account = useOne({ view: 'account' }, KNOWS).row;
  const replaying = useReplaying();
  if (replaying || !mayInBanList(account, made.banlist_id, 'banlist.list')) return null;
  return (
    <>
      {' '}
      <Link href={to.ban(made.banlist_id, made.id)}>{t('openBan')}</Link>
    </>
  );
}

function Filter({
  found: { id, told },
  decidedAt,
}: {
  readonly found: Extract<FoundBy, { kind: 'filter' }>;
  readonly decidedAt: number;
}) {
  const { t } = useTranslation('because');
  const account = useOne({ view: 'account' }, KNOWS).row;
  const replaying = useReplaying();
  if (told === undefined) {
    return (
      <Fact term={t('filter')}>
        <span className="soft">{t('inFeed')}</span>
      </Fact>
    );
  }
  const { bucket, bucket_id, term } = told;
  const opens = !replaying && mayInBucket(account, bucket_id, 'bucket.view');
  return (
    <>
      <Fact term={t('filter')}>
        <bdi className="mono">{term}</bdi>{' '}
        {opens ? (
          <Link href={to.bucket(bucket_id)}>
            <bdi>{bucket}</bdi>
          </Link>
        ) : (
          <bdi className="soft">{bucket}</bdi>
        )}
      </Fact>
      {opens ? <FilterNow bucketId={bucket_id} entryId={id} decidedAt={decidedAt} /> : null}
    </>
  );
}

/** Who made the filter, and what became of it. */
function FilterNow({
  bucketId,
  entryId,
  decidedAt,
}: {
  readonly bucketId: string;
  readonly entryId: string;
  readonly decidedAt: number;
}) {
  const { t } = useTranslation('because');
  const now = hostTime(useMinute());
  const params = { bucket_id: bucketId, entry_id: entryId };
  const { answer, error } = useCall('bucketEntryRead', { params });
  if (answer === null) return <Unread error={error} gone={t('filterGone')} />;
  const { entry } = answer;
  const became = !isInForce(entry, now)
    ? 'over'
    : entry.changed_at > decidedAt
      ? 'changed'
      : 'same';
  return (
    <>
      <MadeBy entry={entry} />
      <Fact term={t('now')}>{t(`filterNow.${became}`)}</Fact>
    </>
  );
}

import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { FoundBy } from '../../../domain/doors/why.ts';
import { mayInBanList } from '../../../domain/permissions.ts';
import { to } from '../../../domain/routes/routes.ts';
import { BanStatus } from '../../bans/known/status.tsx';
import { useOne, useReplaying } from '../../data/use-view.ts';
import { AccountName } from '../../parts/accounts/account-name.tsx';
import { BanLink } from '../../parts/ban-link.tsx';
import { Fact } from '../../parts/fact.tsx';
import { useLocale } from '../../parts/locale.ts';
import { useCall } from '../../parts/use-call.ts';
import { formatMoment } from '../../text/format.ts';

const KNOWS = ['ban_lists', 'buckets'] as const;

/** The entry that the rule found. */
export function Entry({ found }: { readonly found: FoundBy }) {
  const { t } = useTranslation('because');
  const feed = useTranslation('serverDashboard').t;
  switch (found.kind) {
    case 'ban':
      return <Ban found={found} />;
    case 'filter':
      return <Filter found={found} />;
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
  const locale = useLocale();
  const params = { banlist_id: listId, ban_id: banId };
  const { answer, error } = useCall('banRead', { params });
  if (answer === null) {
    if (error === null) return null;
    const isGone = error.kind === 'problem' && error.problem.code === 'not-found';
    return (
      <Fact term={t('now')}>
        <span className="soft">{t(isGone ? 'banGone' : 'unread')}</span>
      </Fact>
    );
  }
  const { ban } = answer;
  return (
    <>
      <Fact numeric term={t('made')}>
        {ban.issuer_id === null ? (
          t('nobody')
        ) : (
          <AccountName serverId={null} id={ban.issuer_id} name={ban.issuer_name} />
        )}
        , {formatMoment(ban.created_at, locale)}
      </Fact>
      <Fact term={t('now')}>
        <BanStatus ban={ban} />
      </Fact>
    </>
  );
}

function Filter({ found: { told } }: { readonly found: Extract<FoundBy, { kind: 'filter' }> }) {
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
  const opens = !replaying && Object.hasOwn(account?.buckets ?? {}, bucket_id);
  return (
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
  );
}

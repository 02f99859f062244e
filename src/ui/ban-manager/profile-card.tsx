import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallAnswer } from '../../worker/contract.ts';
import { Fact } from '../parts/fact.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { formatCount, formatDate } from '../text/format.ts';

type Shown = Pick<CallAnswer<'banListPublic'>, 'profile' | 'count' | 'followers' | 'created_at'>;

/** What a public list says of itself, and what it amounts to. */
export function ProfileCard({
  list: { profile, count, followers, created_at },
  banner,
}: {
  readonly list: Shown;
  /** The picture above it. */
  readonly banner?: ReactNode;
}) {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  return (
    <Panel title={t('profile.title')}>
      <div className="stack ban-profile">
        {banner}
        {profile === null ? (
          <p className="soft">{t('profile.none')}</p>
        ) : (
          <p>
            <bdi>{profile.description}</bdi>
          </p>
        )}
        <dl>
          {profile === null ? null : (
            <Fact term={t('profile.category')}>{t(`profile.categories.${profile.category}`)}</Fact>
          )}
          <Fact term={t('profile.bans')} numeric>
            {formatCount(count, locale)}
          </Fact>
          <Fact term={t('profile.followers')} numeric>
            {formatCount(followers, locale)}
          </Fact>
          <Fact term={t('profile.since')}>{formatDate(created_at, locale)}</Fact>
          {profile === null ? null : <Contacts profile={profile} />}
        </dl>
      </div>
    </Panel>
  );
}

function Contacts({
  profile: { contact_email, website, teamspeak, discord },
}: {
  readonly profile: NonNullable<Shown['profile']>;
}) {
  const { t } = useTranslation('bans');
  return (
    <>
      <Fact term={t('profile.contact')}>
        <a href={`mailto:${contact_email}`}>
          <bdi>{contact_email}</bdi>
        </a>
      </Fact>
      {website === '' ? null : (
        <Fact term={t('profile.website')}>
          <Elsewhere url={website} />
        </Fact>
      )}
      {teamspeak === '' ? null : (
        <Fact term={t('profile.teamspeak')}>
          <bdi>{teamspeak}</bdi>
        </Fact>
      )}
      {discord === '' ? null : (
        <Fact term={t('profile.discord')}>
          <Elsewhere url={discord} />
        </Fact>
      )}
    </>
  );
}

function Elsewhere({ url }: { readonly url: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      <bdi>{url}</bdi>
    </a>
  );
}

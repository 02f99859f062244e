import { useTranslation } from 'react-i18next';
import { to } from '../../domain/routes/routes.ts';
import { useNow } from '../data/clock.ts';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { Notice } from '../parts/notice.tsx';
import { useTitle } from '../parts/title.ts';
import { formatDuration } from '../text/format.ts';
import { usePairing } from './use-pairing.ts';

/** What a screen without a wall shows: its code, and what to do with it. */
export function PairingScreen({ revoked }: { readonly revoked: boolean }) {
  const { t } = useTranslation('walls');
  useTitle(t('screen.title'));
  const { code, expiresAt, error } = usePairing();
  const limited = error?.kind === 'problem' && error.problem.code === 'rate-limited';
  return (
    <main className="pairing">
      {revoked ? <Notice tone="warn">{t('screen.revoked')}</Notice> : null}
      <h1>{t('screen.heading')}</h1>
      {error === null ? null : (
        <Notice tone="bad">{t(limited ? 'screen.limited' : 'screen.unreachable')}</Notice>
      )}
      {code === null ? (
        <>
          {error === null ? <p role="status">{t('screen.getting')}</p> : null}
          <Loading lines={2} />
        </>
      ) : (
        <>
          <p>{t('screen.steps')}</p>
          <p className="pairing-code" aria-hidden="true">
            <span>{code.slice(0, 4)}</span> <span>{code.slice(4)}</span>
          </p>
          <p className="visually-hidden" role="status">
            {t('screen.spelled', { code: code.split('').join(' ') })}
          </p>
          <p className="soft">
            <bdi className="mono">{`${location.origin}${to.pairDisplay()}`}</bdi>
          </p>
          <Left until={expiresAt} />
        </>
      )}
    </main>
  );
}

function Left({ until }: { readonly until: number }) {
  const { t } = useTranslation('walls');
  const minutes = Math.max(1, Math.ceil((until - useNow()) / 60_000));
  const time = formatDuration(minutes * 60, useLocale());
  return <p className="soft">{t('screen.left', { time })}</p>;
}

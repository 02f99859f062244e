import {
  ChevronFirst,
  ChevronLast,
  ChevronLeft,
  ChevronRight,
  History,
  Link2,
  Search,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { PAST_JUMP } from '../../protocol/history/past-calls.ts';
import type { CallAnswer, CallInput, Outcome } from '../../worker/contract.ts';
import { historySearch } from '../parts/addresses/history.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { copyText } from '../parts/copy-text.ts';
import { useLocale } from '../parts/locale.ts';
import { PastField } from '../parts/past-field.tsx';
import { toast } from '../parts/toasts.tsx';
import { formatMomentIn } from '../text/format.ts';
import { errorText } from '../text/problem-text.ts';
import type { PastServer } from './past-server.ts';

const STEP = 600_000;

export type Jump = (
  query: NonNullable<CallInput<'pastJump'>['query']>,
) => Promise<Outcome<CallAnswer<'pastJump'>>>;

/** Says that this is the past, and which; leads to other moments of it, and back to now. */
export function PastBanner({
  server,
  at,
  failed,
  mayJump,
  jump,
  onMoment,
}: {
  readonly server: PastServer;
  readonly at: number;
  readonly failed: boolean;
  /** What is jumped to is of the feed. */
  readonly mayJump: boolean;
  readonly jump: Jump;
  readonly onMoment: (at: number) => void;
}) {
  const { t } = useTranslation('past');
  const locale = useLocale();
  const [busy, setBusy] = useState(false);
  const leap = async (what: (typeof PAST_JUMP)[number], direction: 'previous' | 'next') => {
    setBusy(true);
    const outcome = await jump({ at, to: what, direction });
    setBusy(false);
    if (!outcome.ok) toast(errorText(outcome.error), 'bad');
    else if (outcome.value.at === null) toast(t('noJump'), 'warn');
    else onMoment(outcome.value.at);
  };
  const around = historySearch({ servers: server.id, from: at - STEP, until: at + STEP });
  const share = () =>
    void copyText(location.href).then(
      () => toast(t('shared')),
      () => toast(t('shareFailed'), 'bad'),
    );
  return (
    <aside className="replay-banner past-banner" aria-label={t('banner')}>
      <p>
        <History className="icon" aria-hidden="true" /> <strong>{t('banner')}</strong>{' '}
        <time className="numeric" dateTime={new Date(at).toISOString()}>
          {formatMomentIn(at, locale, server.timezone)}
        </time>{' '}
        <span className="soft">{t('bannerText', { server: server.title })}</span>
      </p>
      <div className="past-tools">
        <Button
          kind="quiet"
          icon={<ChevronLeft />}
          aria-label={t('back')}
          title={t('back')}
          onClick={() => onMoment(at - STEP)}
        />
        <PastField timezone={server.timezone} onMoment={onMoment} />
        <Button
          kind="quiet"
          icon={<ChevronRight />}
          aria-label={t('forward')}
          title={t('forward')}
          onClick={() => onMoment(at + STEP)}
        />
        {mayJump
          ? PAST_JUMP.map((what) => (
              <span key={what} className="past-jump" role="group" aria-label={t(`jump.${what}`)}>
                <Button
                  kind="quiet"
                  icon={<ChevronFirst />}
                  aria-label={t(`previous.${what}`)}
                  title={t(`previous.${what}`)}
                  busy={busy}
                  onClick={() => void leap(what, 'previous')}
                />
                {t(`jump.${what}`)}
                <Button
                  kind="quiet"
                  icon={<ChevronLast />}
                  aria-label={t(`next.${what}`)}
                  title={t(`next.${what}`)}
                  busy={busy}
                  onClick={() => void leap(what, 'next')}
                />
              </span>
            ))
          : null}
        <ButtonLink href={`~${to.history(around)}`} icon={<Search />} label={t('search')} />
        <Button icon={<Link2 />} aria-label={t('share')} title={t('share')} onClick={share} />
        <Link href={`~${to.serverDashboard(server.id)}`} className="button">
          {t('leave')}
        </Link>
      </div>
      {failed ? <p role="alert">{t('failed')}</p> : null}
    </aside>
  );
}

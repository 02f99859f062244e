import { useTranslation } from 'react-i18next';
import { useNow } from '../data/clock.ts';
import { useLocale } from '../parts/locale.ts';
import { Status, type StatusTone } from '../parts/status.tsx';
import { formatDuration, formatMoment } from '../text/format.ts';
import { causeText, stoppedAs, type Webhook } from './words.ts';

const TONE = {
  CREATED: 'plain',
  VERIFYING: 'plain',
  VERIFY_ERROR: 'bad',
  VERIFIED: 'good',
  PAUSED: 'warn',
  ERROR: 'bad',
} as const satisfies Readonly<Record<Webhook['status'], StatusTone>>;

/** Where a webhook stands: why something is not delivered, since when, and when it is tried again. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const locale = useLocale();
  const { status, cause, code, failing_since, next_at, waiting } = webhook;
  const fails = status === 'VERIFIED' && failing_since !== null;
  const stopped = stoppedAs(status);
  return (
    <div className="webhook-state">
      <Status tone={fails ? 'warn' : TONE[status]}>
        {fails ? t('failing') : t(`status.${status}`)}
      </Status>
      {cause === null ? null : <small>{causeText(cause, code)}</small>}
      {stopped === null ? null : <small>{t(`rests.${stopped}`)}</small>}
      {failing_since === null && next_at === null ? null : (
        <small className="soft">
          {failing_since === null
            ? null
            : t('failingSince', { time: formatMoment(failing_since, locale) })}{' '}
          {next_at === null ? null : <NextTry at={next_at} />}
        </small>
      )}
      {waiting === 0 ? null : <small className="soft">{t('waiting', { count: waiting })}</small>}
    </div>
  );
}

function NextTry({ at }: { readonly at: number }) {
  const { t } = useTranslation('webhooks');
  const locale = useLocale();
  const seconds = Math.ceil((at - useNow()) / 1_000);
  return (
    <time title={formatMoment(at, locale)}>
      {seconds <= 0 ? t('nextNow') : t('nextIn', { time: formatDuration(seconds, locale) })}
    </time>
  );
}

const SECURITY_TONE = {
  UNDECIDED: 'unknown',
  NO_CONCERNS: 'good',
  SSL_ERROR: 'bad',
  NOT_SECURE: 'warn',
} as const satisfies Readonly<Record<Webhook['security'], StatusTone>>;

/** Whether others can read what is sent. */
export function Security({ of }: { readonly of: Webhook['security'] }) {
  const { t } = useTranslation('webhooks');
  return <Status tone={SECURITY_TONE[of]}>{t(`security.${of}`)}</Status>;
}

import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ConnectionState } from '../../../domain/rows.ts';
import { useNow } from '../../data/clock.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { useCommands, useConnectionState, useDataConnection } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { useLocale } from '../../parts/locale.ts';
import type { Locale } from '../../text/locale.ts';
import { Notice, type Tone } from '../../parts/notice.tsx';
import { Status } from '../../parts/status.tsx';
import { formatDuration, formatTime } from '../../text/format.ts';
import { ReloadButton, useOutdated } from '../gates/outdated.tsx';

const TONES: Readonly<Record<ConnectionState['kind'], Tone>> = {
  starting: 'plain',
  connecting: 'warn',
  live: 'good',
  resuming: 'warn',
  lost: 'bad',
  refused: 'bad',
  'signed-out': 'plain',
};

/** The connection lost for longer than this is said everywhere. First specification, section 4. */
export const DESYNC_AFTER_MS = 60_000;

/** Where a sentence has a part that is an element of its own. */
const PLACE = '\n';

/** How the connection is, in the top bar. */
export function ConnectionStatus() {
  const { t } = useTranslation('frame');
  const locale = useLocale();
  const connection = useConnectionState() ?? { kind: 'starting' as const };
  const latency = connection.kind === 'live' ? connection.latency : null;
  return (
    <span role="status">
      <Status tone={TONES[connection.kind]}>
        {connectionText(connection, t, locale)}
        {connection.kind === 'lost' ? <span className="not-live">{t('notLive')}</span> : null}
        {latency === null ? null : (
          <span className="numeric soft latency" aria-live="off">
            {t('connection.latency', { ms: latency })}
          </span>
        )}
      </Status>
    </span>
  );
}

function connectionText(
  connection: ConnectionState,
  t: TFunction<'frame'>,
  locale: Locale,
): string {
  switch (connection.kind) {
    case 'refused':
      return t('connection.refused', { status: connection.status });
    case 'lost':
      return t('lostSince', { time: formatTime(connection.since, locale) });
    default:
      return t(`connection.${connection.kind}`);
  }
}

/**
 * Says over a page that it is no longer live, and what helps; a lost connection after a minute, since the top bar says
 * it before. `bare`: there is no top bar.
 */
export function ConnectionBanner({ bare = false }: { readonly bare?: boolean }) {
  const { t } = useTranslation('frame');
  const commands = useCommands();
  const locale = useLocale();
  const now = useNow();
  const outdated = useOutdated();
  const behind = useSignalValue(useDataConnection().behind);
  const connection = useConnectionState();
  const reconnect = (
    <Button onClick={() => void commands.reconnect()}>{t('connection.reconnect')}</Button>
  );
  if (outdated) {
    return (
      <Notice tone="warn" action={<ReloadButton />}>
        {t('replaced')}
      </Notice>
    );
  }
  if (connection?.kind === 'refused') {
    return (
      <Notice tone="bad" action={reconnect}>
        {t('refused', { status: connection.status })}
      </Notice>
    );
  }
  if (behind > 0 && connection?.kind === 'live') {
    // `Trans` would be five kilobytes more before the first rows.
    const [before, after] = t('behind', { time: PLACE }).split(PLACE);
    return (
      <Notice tone="warn">
        {before}
        <span aria-live="off">{formatDuration(behind, locale)}</span>
        {after}
      </Notice>
    );
  }
  if (connection?.kind !== 'lost') return null;
  if (now - connection.since <= DESYNC_AFTER_MS) {
    if (!bare) return null;
    return (
      <Notice tone="warn">
        {t('lostSince', { time: formatTime(connection.since, locale) })}. {t('notLive')}
      </Notice>
    );
  }
  const minutes = Math.floor((now - connection.since) / 60_000) * 60;
  return (
    <Notice tone="bad" action={reconnect}>
      {t('desynchronized', { time: formatDuration(minutes, locale) })}
    </Notice>
  );
}

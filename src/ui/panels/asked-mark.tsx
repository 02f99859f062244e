import '../text/errors-at-hand.ts';
import { useTranslation } from 'react-i18next';
import type { IntentionRow } from '../../domain/rows.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { useNow } from '../data/clock.ts';
import { Status } from '../parts/status.tsx';
import { askedOfPlayer, stillSpeaks } from './asked.ts';

export const TONES = { pending: 'warn', done: 'good', failed: 'bad' } as const;

/** At a player: what was asked for them last, and what became of it. */
export function AskedMark({ intention }: { readonly intention: IntentionRow }) {
  const { t } = useTranslation('serverDashboard');
  const now = useNow();
  const what = askedOfPlayer(intention.action);
  if (what === null || !stillSpeaks(intention, now)) return null;
  const why =
    intention.error === null ? undefined : t(intention.error as ErrorCode, { ns: 'errors' });
  return (
    <span className="asked" title={why}>
      <Status tone={TONES[intention.state]}>{t(`players.asked.${what}.${intention.state}`)}</Status>
    </span>
  );
}

import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../domain/rows.ts';
import { playersOn } from '../../domain/servers/population.ts';
import { useLocale } from '../parts/locale.ts';
import { formatCount } from '../text/format.ts';
import type { SendKind } from './kinds.ts';

/** What becomes of the players of servers that are sent something; where not all are counted, it says no number. */
export function ManyEffect({
  effect,
  servers,
  of = servers.length,
}: {
  readonly effect: Exclude<SendKind, 'command'>;
  /** Those where it happens to them. */
  readonly servers: readonly ServerRow[];
  /** Among so many that are named. */
  readonly of?: number;
}) {
  const { t } = useTranslation('many');
  const locale = useLocale();
  if (effect !== 'restart' && effect !== 'announce') return <p>{t(`what.${effect}`)}</p>;
  const count = playersOn(servers);
  if (count !== null) {
    return <p>{t(`what.${effect}`, { count, formatted: formatCount(count, locale) })}</p>;
  }
  const isSome = servers.length < of;
  return (
    <p>{t(isSome ? 'someOf' : `everybody.${effect}`, { count: isSome ? servers.length : of })}</p>
  );
}

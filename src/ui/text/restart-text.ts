import type { TFunction } from 'i18next';
import { formatDuration } from './format.ts';
import type { Locale } from './locale.ts';

/** That a server restarts in so many milliseconds, in a sentence of its own: 'restart in 40 min'. */
export function restartText(left: number, locale: Locale, t: TFunction<'server'>): string {
  if (left < 1_000) return t('restart.now');
  return t('restart.in', { left: formatDuration(left / 1_000, locale) });
}

/** The same where a head says what it is: 'in 40 min'. */
export function leftText(left: number, locale: Locale, t: TFunction<'server'>): string {
  if (left < 1_000) return t('restart.leftNow');
  return t('restart.left', { left: formatDuration(left / 1_000, locale) });
}

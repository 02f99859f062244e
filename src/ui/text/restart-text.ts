import type { TFunction } from 'i18next';
import { formatAge, formatDuration } from './format.ts';
import type { Locale } from './locale.ts';

/** From here on nobody asks for the minutes; milliseconds. */
const FAR = 36_000_000;

/** That a server restarts in so many milliseconds, in a sentence of its own: 'restart in 40 min'. */
export function restartText(left: number, locale: Locale, t: TFunction<'server'>): string {
  if (left < 1_000) return t('restart.now');
  return t('restart.in', { left: length(left, locale) });
}

/** The same where a head says what it is: 'in 40 min'. */
export function leftText(left: number, locale: Locale, t: TFunction<'server'>): string {
  if (left < 1_000) return t('restart.leftNow');
  return t('restart.left', { left: length(left, locale) });
}

/** The time that is left alone, beside a sign that says of what. */
export function signText(left: number, locale: Locale, t: TFunction<'server'>): string {
  return left < 1_000 ? t('restart.leftNow') : length(left, locale);
}

function length(left: number, locale: Locale): string {
  return (left < FAR ? formatDuration : formatAge)(left / 1_000, locale);
}

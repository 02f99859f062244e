import { useTranslation } from 'react-i18next';
import { useNow } from '../data/clock.ts';
import { useLocale } from './locale.ts';
import { formatDuration, formatMoment } from '../text/format.ts';

/** How long ago a moment was, with the moment itself as its title. */
export function RelativeTime({ at }: { readonly at: number }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const seconds = Math.floor((useNow() - at) / 1_000);
  const shown = seconds < 60 ? t('justNow') : t('ago', { time: formatDuration(seconds, locale) });
  return <time title={formatMoment(at, locale)}>{shown}</time>;
}

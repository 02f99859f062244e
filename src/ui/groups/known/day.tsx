import { useLocale } from '../../parts/locale.ts';
import { formatDate, formatMoment } from '../../text/format.ts';

/** The day of a moment, with the moment itself as its title: tables have no room for both. */
export function Day({ at }: { readonly at: number }) {
  const locale = useLocale();
  return <time title={formatMoment(at, locale)}>{formatDate(at, locale)}</time>;
}

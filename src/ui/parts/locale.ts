import { useOne } from '../data/use-view.ts';
import { localeOf, type Locale } from '../text/locale.ts';

/** The locale that dates and numbers follow: the account's choice, else the browser's. */
export function useLocale(): Locale {
  const { row } = useOne({ view: 'account' });
  const chosen = row?.preferences.app.datetime_locale ?? '';
  return localeOf(chosen, navigator.language, ...navigator.languages);
}

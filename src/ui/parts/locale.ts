import { useOne } from '../data/use-view.ts';

/** The locale that dates and numbers follow: the account's choice, else the browser's. */
export function useLocale(): string {
  const { row } = useOne({ view: 'account' });
  const chosen = row?.preferences.app.datetime_locale ?? '';
  return chosen === '' ? navigator.language : chosen;
}

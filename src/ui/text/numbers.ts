/** How numbers are written that stand in texts: by the locale of whoever looks, as those beside them. */
import i18next, { type FormatterModule } from 'i18next';
import { formatCount } from './format.ts';
import { localeOf, type Locale } from './locale.ts';

/** Ports are typed elsewhere as they are read here. */
const PLAIN: ReadonlySet<unknown> = new Set(['game', 'port', 'query', 'rcon']);

let written = localeOf();

/** What shows already is written again. */
export function writeNumbersBy(locale: Locale): void {
  if (locale === written) return;
  written = locale;
  i18next.emit('languageChanged', i18next.language);
}

/** Every number that is put into a text passes here, so that none of them has to be thought of where it is said. */
export const NUMBERS: FormatterModule = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value: unknown, _format, _language, options) =>
    // i18next takes whatever comes, and makes a text of it at last.
    (typeof value === 'number' && !PLAIN.has(options?.['interpolationkey'])
      ? formatCount(value, written)
      : value) as string,
};

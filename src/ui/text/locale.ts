/** A locale that `Intl` takes and has words for; only `localeOf` makes one. */
export type Locale = string & { readonly __locale: true };

/** The texts are English: what a number or a moment looks like where nothing else is wished. */
const FALLBACK = 'en' as Locale;
/** Nobody's locale is longer; what is wished comes from outside. */
const LONGEST = 100;
/** Scripts as POSIX writes them, after an '@'; its other modifiers say nothing that `Intl` has. */
const SCRIPTS: Readonly<Record<string, string>> = {
  latin: 'Latn',
  cyrillic: 'Cyrl',
  devanagari: 'Deva',
};

/** What each wish came to: every row asks. Browsers and accounts have few. */
const read = new Map<string, Locale | null>();

/**
 * The first of the wishes that is a locale: by BCP 47 ('sr-Latn-RS'), or as POSIX writes it
 * ('sr_RS.UTF-8@latin', in which browsers on bare systems write theirs). Any text may be wished; English
 * where no wish is a locale.
 */
export function localeOf(...wishes: readonly string[]): Locale {
  for (const wish of wishes) {
    const locale = readWish(wish);
    if (locale !== null) return locale;
  }
  return FALLBACK;
}

function readWish(wish: string): Locale | null {
  if (wish === '' || wish.length > LONGEST) return null;
  let locale = read.get(wish);
  if (locale === undefined) {
    locale = supported(asTag(wish));
    read.set(wish, locale);
  }
  return locale;
}

/** POSIX's 'language_TERRITORY.codeset@modifier' as a tag; what is a tag already stays one. */
function asTag(wish: string): string {
  const [name = '', modifier = ''] = wish.trim().split('@');
  const [plain = ''] = name.split('.');
  const [language = '', ...rest] = plain.replaceAll('_', '-').split('-');
  const script = Object.hasOwn(SCRIPTS, modifier) ? SCRIPTS[modifier] : undefined;
  return [language, ...(script === undefined ? [] : [script]), ...rest].join('-');
}

function supported(tag: string): Locale | null {
  try {
    return (Intl.NumberFormat.supportedLocalesOf(tag)[0] ?? null) as Locale | null;
  } catch (error) {
    // It is no tag at all, such as 'C'.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

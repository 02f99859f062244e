import i18next, { type BackendModule } from 'i18next';
import { initReactI18next, setI18n } from 'react-i18next';
import { FIRST_TEXTS, LATER_TEXTS, type Texts } from './en/all.ts';
import { NUMBERS } from './numbers.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Texts;
  }
}

/** Loads a namespace when it is asked for first; components that ask for it wait for it. */
const later: BackendModule = {
  type: 'backend',
  init: () => {},
  read(_language, name, answer) {
    const load = Object.entries(LATER_TEXTS).find(([known]) => known === name)?.[1];
    if (load === undefined) {
      answer(new TypeError(`There are no texts of ${name}.`), null);
      return;
    }
    load().then(
      (file) =>
        answer(
          null,
          new Map(Object.entries<Readonly<Record<string, unknown>>>(file)).get(name) ?? null,
        ),
      (error: unknown) => answer(error instanceof Error ? error : String(error), null),
    );
  },
};

/** Starts the texts. React escapes by itself, so i18next must not do it a second time. */
export async function startTexts(): Promise<void> {
  await i18next
    .use(later)
    .use(NUMBERS)
    .use(initReactI18next)
    .init({
      lng: 'en',
      fallbackLng: 'en',
      defaultNS: 'common',
      ns: Object.keys(FIRST_TEXTS),
      resources: { en: FIRST_TEXTS },
      partialBundledLanguages: true,
      // The first texts are here: nothing has to be waited for.
      initAsync: false,
      interpolation: { escapeValue: false, alwaysFormat: true },
      returnNull: false,
    });
  // Each `useTranslation` copies what the instance itself has, which was a fifth of the time that new rows of a table
  // took: this one has nothing of its own, and is the same one by what it inherits.
  setI18n(Object.create(i18next) as typeof i18next);
}

/** Has all texts at hand, for what is said outside of components and without the network. */
export async function loadTexts(): Promise<void> {
  await i18next.loadNamespaces(Object.keys(LATER_TEXTS));
}

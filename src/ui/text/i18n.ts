import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { english } from './en/all.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof english;
  }
}

/** Starts the texts. React escapes by itself, so i18next must not do it a second time. */
export async function startTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    defaultNS: 'common',
    resources: { en: english },
    // The texts are here: nothing has to be waited for.
    initAsync: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  });
}

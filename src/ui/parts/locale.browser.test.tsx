import fc from 'fast-check';
import { useTranslation } from 'react-i18next';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../app/doubles.tsx';
import { accountRow, FakeConnection } from '../data/doubles.ts';
import { formatCount, formatMoment } from '../text/format.ts';
import { startTexts } from '../text/i18n.ts';
import { localeOf } from '../text/locale.ts';
import { writeNumbersBy } from '../text/numbers.ts';
import { PairingScreen } from '../walls/pairing-screen.tsx';
import { useLocale } from './locale.ts';

beforeAll(startTexts);
afterEach(() => {
  Reflect.deleteProperty(navigator, 'language');
  Reflect.deleteProperty(navigator, 'languages');
});

function browserSays(languages: readonly string[]): void {
  const [language = ''] = languages;
  Object.defineProperty(navigator, 'language', { configurable: true, get: () => language });
  Object.defineProperty(navigator, 'languages', { configurable: true, get: () => languages });
}

function accountChose(locale: string): FakeConnection {
  const connection = new FakeConnection();
  const preferences = {
    language: locale,
    app: { datetime_locale: locale },
    audio_alert_watcher: false,
  };
  connection.put('account', [accountRow({ preferences })]);
  return connection;
}

function Written() {
  const locale = useLocale();
  return <p data-locale={locale}>{`${formatCount(1_234, locale)} ${formatMoment(0, locale)}`}</p>;
}

it('these tests run in a browser that names a locale which Intl does not take', () => {
  expect(() => new Intl.NumberFormat(navigator.language)).toThrow(RangeError);
});

const strange = fc.oneof(
  fc.constantFrom(
    '',
    'C',
    'POSIX',
    'en-US@posix',
    'sr@latin',
    'en_US.UTF-8',
    '\ud800',
    'a'.repeat(9_999),
  ),
  fc.string({ unit: 'binary' }),
);

it('numbers and moments are written whatever the browser and the account call their locale', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(strange, { maxLength: 3 }), strange, async (languages, chosen) => {
      browserSays(languages);
      const leave = draw(<Written />, accountChose(chosen), '/');
      await expect.poll(() => document.querySelector('[data-locale]')?.textContent).toMatch(/\d/);
      leave();
    }),
    { numRuns: 40 },
  );
});

it("the account's choice goes before the browser's, which holds where the account chose none", async () => {
  browserSays(['en-US@posix', 'de']);
  const shown = () => document.querySelector('[data-locale]')?.getAttribute('data-locale');
  for (const [chosen, locale] of [
    ['fr', 'fr'],
    ['', 'en-US'],
    ['C', 'en-US'],
  ] as const) {
    const leave = draw(<Written />, accountChose(chosen), '/');
    await expect.poll(shown).toBe(locale);
    leave();
  }
});

it('a television that calls its locale en-US@posix shows its pairing code', async () => {
  browserSays(['en-US@posix']);
  const connection = new FakeConnection();
  const expires_at = Date.now() + 600_000;
  connection.answer('pairingStart', () => ({
    ok: true,
    value: { code: 'ABCD2345', secret: 's', expires_at },
  }));
  const leave = draw(<PairingScreen revoked={false} />, connection, '/display');
  await expect.element(page.getByText(/This code works for \d+ min/)).toBeVisible();
  leave();
});

it('a count in a text is written by the locale, also where another one is chosen while it shows', async () => {
  function Counted() {
    const { t } = useTranslation('buckets');
    return <p>{t('entries.chosen', { count: 20_000 })}</p>;
  }
  const leave = draw(<Counted />, new FakeConnection(), '/');
  try {
    await expect.element(page.getByText('20,000 chosen')).toBeVisible();
    writeNumbersBy(localeOf('de'));
    await expect.element(page.getByText('20.000 chosen')).toBeVisible();
  } finally {
    writeNumbersBy(localeOf('en'));
    leave();
  }
});

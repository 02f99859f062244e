import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasNoLinks, isEnglish } from './report-text.ts';

describe('a report is in English', () => {
  it.each([
    'This was my brother, and he has said sorry already.',
    'I was never on that server, you have the wrong man.',
    'Not me. Wrong guy!',
    'plz unban, was lag, no hack',
    'He called me “Günther der Große” and I answered. That is all there is to it.',
    'I’m not a cheater. The video shows somebody else with the same name as mine, look at it again.',
    'gg',
    'Ten kills in ten minutes',
    'Van accident, sorry',
    'Ban evading van driver Ben hit den',
    'Five kills per minute on a con artist',
    'Don Juan del Mar played',
    'Banned til Monday, til when, pale ale',
  ])('%s', (text) => expect(isEnglish(text)).toBe(true));

  it.each([
    'Das war mein Bruder, ich war an dem Tag gar nicht zu Hause und habe nicht gespielt.',
    'Ich war das nicht',
    'C’était mon frère, je n’étais pas là et je ne joue pas comme ça avec les autres.',
    'No fui yo, fue mi hermano y ya está muy arrepentido de lo que hizo.',
    'Não fui eu, foi o meu irmão que jogou com a minha conta.',
    'Non sono stato io, è stato mio fratello che ha giocato con il mio account.',
    'To nie byłem ja, tylko mój brat, który grał na moim koncie.',
    'Ik was het niet, mijn broer heeft op mijn account gespeeld.',
    'Bu ben değildim, kardeşim benim hesabımla oynadı ve çok üzgün.',
    'Det var inte jag som spelade, det var min bror på mitt konto.',
    'Это был мой брат',
    '我没有作弊',
    'Mia frato ludis per mia konto kaj mi tute nenion sciis pri tio hieraŭ vespere kiam okazis',
  ])('and this is not: %s', (text) => expect(isEnglish(text)).toBe(false));
});

describe('a report has no links', () => {
  it.each([
    'I was banned.Then he laughed, i.e. he knew.',
    'It was on 2.5.2026 at 21:30, version 1.27.158.',
    'See the server.log and types.xml of that day, e.g. line 3.',
    'Well... no. And/or yes?',
    'My K/D is 1.5:1 and the ping 30.4ms/s',
    'He lied.Top fragger',
    'It was a trap.Live with it',
    'I lagged.Video shows it',
    'no.Page 3',
    'It crashed.App was old',
    'The logs are in files.zip',
  ])('%s', (text) => expect(hasNoLinks(text)).toBe(true));

  it.each([
    'https://example.org/x',
    '//example.org',
    'www.example',
    'mediafire.com',
    'see MediaFire.COM.',
    'bit.ly?x',
    'look at bit.ly/3xY',
    'youtu.be/abc',
    't.me/abc',
    'files.example.zip/logs',
    'example.zip/file',
    'cheats.shop/buy',
    'example.live?x',
    'example.top:8080',
    'tinyurl.com',
    'discord.gg/abc',
    'some.where.example:8080',
    '192.0.2.1/file',
    'me@example.com',
    'пример.com',
    'is.gd',
  ])('and this has: %s', (text) => expect(hasNoLinks(`Look here: ${text}`)).toBe(false));

  it('is told in no time, whatever is written', () => {
    const part = fc.constantFrom('a.', 'a', '.', 'com', '-', '/', '1.', ' ', '_', 'é', ':');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 1_000 }), (parts) => {
        const text = parts.join('').slice(0, 1_000);
        const before = performance.now();
        hasNoLinks(text);
        isEnglish(text);
        expect(performance.now() - before).toBeLessThan(200);
      }),
    );
    const worst = `${'a.'.repeat(499)}a`;
    const before = performance.now();
    hasNoLinks(worst);
    expect(performance.now() - before).toBeLessThan(200);
  });
});

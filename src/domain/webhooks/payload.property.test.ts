import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WEBHOOK_EVENT } from '../../protocol/webhooks/limits.ts';
import { webhookPayload } from '../../protocol/webhooks/payload.ts';
import { discordOf } from './discord.ts';
import { banOf } from './doubles.ts';
import { payloadOf, type Told } from './payload.ts';

const ABOUT = {
  list: { id: '2'.repeat(24), identifier: 'Watch *all*' },
  portal: 'https://muster.example.org',
};
const NOBODY = { username: null, avatar_url: null };

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({
    unit: fc.constantFrom('*', '_', '`', '~', '|', '@', '<', '#', '[', ']', '(', '\\', '\n', 'x'),
    maxLength: 400,
  }),
);
const ban = fc
  .record({
    name: text,
    reason: text,
    issuer_name: text,
    steam_id: fc.option(text),
    guid: fc.option(text),
    until: fc.option(fc.integer({ min: 0, max: 4_102_444_800_000 })),
    kind: fc.constantFrom('person', 'address', 'hybrid'),
  })
  .map((change) => banOf({ ...change, description: 'SECRET', address: '192.168.*.*' }));
const event = fc.constantFrom(...WEBHOOK_EVENT);
const at = fc.integer({ min: 0, max: 4_102_444_800_000 });
const told: fc.Arbitrary<Told> = fc.oneof(
  fc.record({ kind: fc.constant('one' as const), event, ban, at }),
  fc.record({
    kind: fc.constant('many' as const),
    event,
    count: fc.integer({ min: 1, max: 1_000_000 }),
    at,
  }),
  fc.record({
    kind: fc.constant('verification' as const),
    webhook_id: fc.constant('5'.repeat(24)),
    events: fc.uniqueArray(event),
    at,
  }),
);

it('is what the schema says, and has neither addresses nor what is internal', () => {
  fc.assert(
    fc.property(told, (one) => {
      const payload = payloadOf(one, ABOUT);
      expect(webhookPayload.parse(payload)).toEqual(payload);
      const body = JSON.stringify(payload);
      expect(body).not.toContain('SECRET');
      expect(body).not.toContain('192.168');
    }),
  );
});

it('says of an erased person nothing, and not that they are called nothing', () => {
  const erased = banOf({ name: '', steam_id: '', guid: null, reason: '', issuer_name: '' });
  const payload = payloadOf({ kind: 'one', event: 'ban.added', ban: erased, at: 0 }, ABOUT);
  expect(payload.data).toMatchObject({
    ban: { name: null, steam_id: null, reason: null, issuer: { display_name: null } },
  });
  expect(discordOf(payload, NOBODY).embeds[0].title).toBe('Banned: somebody');
});

/** Discord's own limits of an embed. */
const MOST = { title: 256, description: 4_096, name: 256, value: 1_024, footer: 2_048, all: 6_000 };

it('fits into what Discord takes, whatever people are called, and pings nobody', () => {
  fc.assert(
    fc.property(told, (one) => {
      const message = discordOf(payloadOf(one, ABOUT), NOBODY);
      const [{ title, description = '', fields, footer }] = message.embeds;
      expect(title.length).toBeGreaterThan(0);
      expect(title.length).toBeLessThanOrEqual(MOST.title);
      expect(description.length).toBeLessThanOrEqual(MOST.description);
      for (const { name, value } of fields) {
        expect(name.length).toBeLessThanOrEqual(MOST.name);
        expect(value.length).toBeGreaterThan(0);
        expect(value.length).toBeLessThanOrEqual(MOST.value);
      }
      const all = [title, description, footer.text, ...fields.flatMap((f) => [f.name, f.value])];
      expect(all.join('').length).toBeLessThanOrEqual(MOST.all);
      expect(message.allowed_mentions).toEqual({ parse: [] });
    }),
  );
});

it('shows what people are called, and runs no markup of it', () => {
  fc.assert(
    fc.property(text, (name) => {
      const payload = payloadOf(
        { kind: 'one', event: 'ban.added', ban: banOf({ name, reason: name }), at: 0 },
        ABOUT,
      );
      const [{ title, description = '' }] = discordOf(payload, NOBODY).embeds;
      for (const shown of [title.slice('Banned: '.length), description]) {
        // What is behind a backslash stands as it is; nothing else of markup is left.
        expect(shown.replaceAll(/\\./gsu, '')).not.toMatch(/[\\*_~`|<>#@[\]()\n]/);
      }
    }),
  );
});

it('says until when in the time of whoever reads it, and as whom it is posted', () => {
  const payload = payloadOf(
    { kind: 'one', event: 'ban.added', ban: banOf({ until: 1_800_000_000_000 }), at: 0 },
    ABOUT,
  );
  const sender = { username: 'Watch', avatar_url: 'https://example.org/a.png' };
  expect(discordOf(payload, sender)).toEqual({
    ...sender,
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: 'Banned: Bob',
        url: `https://muster.example.org/ban-manager/${'2'.repeat(24)}?tab=bans&ban=${'1'.repeat(24)}`,
        description: 'Griefing',
        color: 0xc0392b,
        timestamp: '1970-01-01T00:00:00.000Z',
        fields: [
          { name: 'Until', value: '<t:1800000000:f>', inline: true },
          { name: 'By', value: 'Ada', inline: true },
          { name: 'SteamID64', value: '76561190000000001', inline: true },
          { name: 'BattlEye GUID', value: 'a'.repeat(32), inline: true },
        ],
        footer: { text: 'Ban list Watch *all*' },
      },
    ],
  });
});

/** What the guide to webhooks shows is what is sent, and what its example takes. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { signedHeaders } from '../../src/host/webhooks/seal.ts';
import { WEBHOOK_EVENT } from '../../src/protocol/webhooks/limits.ts';
import { webhookPayload } from '../../src/protocol/webhooks/payload.ts';

const guide = readFileSync(new URL('../../docs/guides/webhooks.md', import.meta.url), 'utf8');
const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const BODY = '{"type":"ban.added","name":"Zoë"}';

type Check = (headers: Readonly<Record<string, string>>, body: Buffer) => boolean;
let isFromMuster: Check;

function block(language: string): string {
  return guide.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';
}

beforeAll(async () => {
  // Without the server that it starts.
  const [code = ''] = block('js').split('createServer(async');
  const source = code.replace('process.env.WEBHOOK_SECRET', JSON.stringify(SECRET));
  const address = `data:text/javascript,${encodeURIComponent(`${source}\nexport { isFromMuster };`)}`;
  ({ isFromMuster } = (await import(/* @vite-ignore */ address)) as { isFromMuster: Check });
});

const signed = (change: Partial<Parameters<typeof signedHeaders>[1]> = {}, secret = SECRET) =>
  signedHeaders(secret, { id: 'a'.repeat(24), at: Date.now(), body: BODY, ...change });

it('takes what is signed by its secret, also beside another signature', () => {
  const headers = signed();
  expect(isFromMuster(headers, Buffer.from(BODY))).toBe(true);
  const both = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` };
  expect(isFromMuster(both, Buffer.from(BODY))).toBe(true);
});

it('takes nothing else', () => {
  const other = `whsec_${randomBytes(32).toString('base64')}`;
  expect(isFromMuster(signed({}, other), Buffer.from(BODY))).toBe(false);
  expect(isFromMuster(signed(), Buffer.from(`${BODY} `))).toBe(false);
  expect(isFromMuster({ ...signed(), 'webhook-id': 'b' }, Buffer.from(BODY))).toBe(false);
  expect(isFromMuster(signed({ at: Date.now() - 600_000 }), Buffer.from(BODY))).toBe(false);
  expect(isFromMuster({}, Buffer.from(BODY))).toBe(false);
});

it('shows a body as it is sent, and names every event', () => {
  const shown: unknown = JSON.parse(block('json'));
  expect(webhookPayload.parse(shown)).toEqual(shown);
  const listed = [...guide.matchAll(/^\| `(ban\.\w+)`/gm)].map(([, event]) => event);
  expect(listed).toEqual([...WEBHOOK_EVENT]);
});

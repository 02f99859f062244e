import { expect, it } from 'vitest';
import { LOG_UPLOAD_MAX } from '../../protocol/servers/calls.ts';
import { HostError } from '../calls/host-error.ts';
import { STORAGE_RULE } from '../../../tests/support/storage-rule.ts';
import { parseInThread, tellInThread } from './upload-thread.ts';

const now = Date.UTC(2026, 0, 2);
/** Nothing listens there. */
const connection = { connectionString: 'postgres://nobody@127.0.0.1:1/none' };
const body = (value: unknown) => Buffer.from(JSON.stringify(value));
const acsrf_token = 'a'.repeat(40);

/** The fields and rules that a body is refused for. */
const refusal = async (json: Buffer) => {
  const error = await parseInThread(json).catch((thrown: unknown) => thrown);
  return error instanceof HostError ? [error.kind, error.fields] : error;
};

it('the host goes on while the largest body is parsed', async () => {
  const text = '"я'.repeat(LOG_UPLOAD_MAX / 2);
  const json = body({ acsrf_token, name: 'x.ADM', text, more: 'left out' });
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 1);
  const parsed = await parseInThread(json);
  clearInterval(ticking);
  expect(Buffer.from(parsed.text).equals(Buffer.from(text))).toBe(true);
  expect(json.byteLength).toBe(0);
  expect(Object.keys(parsed).toSorted()).toEqual(['acsrf_token', 'name', 'text']);
  expect(turns).toBeGreaterThan(5);
});

it('a body that is none is refused with what is wrong, whatever it is made of', async () => {
  expect(await refusal(Buffer.from('{"name":'))).toEqual(['invalid-request', expect.anything()]);
  expect(await refusal(Buffer.from('['.repeat(5_000_000)))).toEqual([
    'invalid-request',
    expect.anything(),
  ]);
  expect(await refusal(body({ acsrf_token, name: 'x', text: [[1]] }))).toEqual([
    'invalid-request',
    { text: 'invalid_type' },
  ]);
});

it('a log that is none is refused, and a fault in the thread is told', async () => {
  const uploader = { serverId: 'none', actor: 'nobody', by: null, now, rule: STORAGE_RULE };
  const bytes: Uint8Array[] = [];
  const tell = (said: string, timezone: string) => {
    const text = new TextEncoder().encode(said);
    bytes.push(text);
    const upload = { name: 'x', text };
    return tellInThread({ upload, timezone, uploader, connection, auditKey: Buffer.alloc(32) });
  };
  await expect(tell('hello', 'UTC')).rejects.toMatchObject({ kind: 'log-not-recognized' });
  const log = 'AdminLog started on 2026-01-01 at 00:00:00\n';
  await expect(tell(log, 'Nowhere/At_All')).rejects.toThrow(/zone/i);
  // They moved to the thread: nothing was copied.
  expect(bytes.map((text) => text.byteLength)).toEqual([0, 0]);
});

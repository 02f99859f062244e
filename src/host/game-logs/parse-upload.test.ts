import { expect, it, vi } from 'vitest';
import { HostError } from '../calls/host-error.ts';
import { parseUpload } from './parse-upload.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const body = (parts: object) =>
  bytes(JSON.stringify({ acsrf_token: 'a'.repeat(32), name: 'a.ADM', text: 'x', ...parts }));

function refused(json: Uint8Array): unknown {
  try {
    parseUpload(json);
  } catch (error) {
    if (error instanceof HostError) return error.fields;
    throw error;
  }
  return null;
}

it('reads a log whatever stands in its text', () => {
  const text = `${'[{",:'.repeat(50_000)}\n`;
  expect(new TextDecoder().decode(parseUpload(body({ text })).text)).toBe(text);
});

it.each([
  ['too_deep', '['.repeat(100_000)],
  ['too_many', `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":1`).join()}}`],
  ['too_many', `[${'1,'.repeat(50_000)}1]`],
])('what is %s for a log is refused before it is parsed', (rule, json) => {
  const parse = vi.spyOn(JSON, 'parse');
  expect(refused(bytes(json))).toEqual({ '': rule });
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});

it('refuses what is no JSON', () => {
  expect(refused(bytes('{'))).toEqual({ '': 'invalid_json' });
});

import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { CLOSE } from '../../src/protocol/close-codes.ts';
import { ANONYMOUS_SOCKETS } from '../../src/host/realtime/anonymous-sockets.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';

let host: LiveHost;
const sockets: Socket[] = [];

beforeAll(async () => {
  host = await startLiveHost(undefined, false, { trustProxy: 1 });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => host.stop());

/** A socket that the proxy passes on, of a caller who wrote an address of their own into the header. */
function upgrade(address: string): { readonly code: () => number | null } {
  const { port } = host.app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' });
  sockets.push(socket);
  let answer = '';
  socket.on('error', () => undefined);
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString('latin1')));
  socket.write(
    'GET /connect HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n' +
      `x-forwarded-for: 192.0.2.${sockets.length}, ${address}\r\n` +
      'sec-websocket-version: 13\r\nsec-websocket-key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\n\r\n',
  );
  // The close frame is the first: two bytes of head, then the code.
  const codeAt = () => answer.indexOf('\r\n\r\n') + 6;
  return {
    code: () =>
      answer.length < codeAt() + 2 ? null : Buffer.from(answer, 'latin1').readUInt16BE(codeAt()),
  };
}

it('sockets that are not signed in are counted for each caller, whatever a caller writes', async () => {
  // None of them answers the host's goodbye: they are there until they are cut.
  const many = Array.from({ length: ANONYMOUS_SOCKETS.perAddress + 5 }, () =>
    upgrade('203.0.113.9'),
  );
  const codes = () => many.map(({ code }) => code());
  await vi.waitFor(() => expect(codes()).not.toContain(null), 20_000);
  expect(codes().filter((code) => code === CLOSE.RATE_LIMITED)).toHaveLength(5);
  const other = upgrade('203.0.113.10');
  await vi.waitFor(() => expect(other.code()).toBe(CLOSE.SIGNED_OUT), 20_000);
});

it('one subscriber of IPv6 is one caller', async () => {
  const many = Array.from({ length: ANONYMOUS_SOCKETS.perAddress + 5 }, (_, at) =>
    upgrade(`2001:db8:0:7::${at.toString(16)}`),
  );
  const codes = () => many.map(({ code }) => code());
  await vi.waitFor(() => expect(codes()).not.toContain(null), 20_000);
  expect(codes().filter((code) => code === CLOSE.RATE_LIMITED)).toHaveLength(5);
});

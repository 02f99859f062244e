import { expect, it } from 'vitest';
import { serverGate, type AtServerGate } from './server-gate.ts';

const id = 'a'.repeat(24);
const at: AtServerGate = {
  serverId: id,
  account: { servers: { [id]: ['server.view'] }, capabilities: [] },
  live: true,
  ready: true,
  server: { id, configuration: { restricted: false } },
  seen: true,
  restrictedPage: false,
};
const stranger = { servers: {}, capabilities: [] };
const unknown = { ...at, server: undefined, seen: false };
const restricted = { id, configuration: { restricted: true } };

it('opens a server that is there and open to the account', () => {
  expect(serverGate(at)).toBe('open');
});

it('says so of a server that is deleted while it is looked at', () => {
  expect(serverGate({ ...at, server: undefined })).toBe('gone');
});

it('has the host asked for a server that nobody knows here, once there is a host to ask', () => {
  expect(serverGate({ ...unknown, account: stranger })).toBe('ask');
  expect(serverGate({ ...unknown, account: stranger, live: false })).toBe('wait');
});

it('waits for a server that the account has, and for what it may do with one that is there', () => {
  expect(serverGate(unknown)).toBe('wait');
  expect(serverGate({ ...at, account: stranger })).toBe('wait');
  expect(serverGate({ ...at, ready: false, server: undefined })).toBe('wait');
});

it('leads to the page that says that access is restricted, and away from it', () => {
  expect(serverGate({ ...at, server: restricted })).toBe('restricted');
  expect(serverGate({ ...at, server: restricted, restrictedPage: true })).toBe('open');
  expect(serverGate({ ...at, restrictedPage: true })).toBe('allowed');
});

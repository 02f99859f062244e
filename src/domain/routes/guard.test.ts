import { expect, it } from 'vitest';
import { guard, type Guarding } from './guard.ts';

const guarding: Guarding = {
  worker: 'running',
  connection: 'live',
  outdated: false,
  known: true,
};

it('shows what is known at once, also while the host is away', () => {
  expect(guard(guarding)).toBe('shown');
  expect(guard({ ...guarding, connection: 'lost' })).toBe('shown');
  expect(guard({ ...guarding, connection: undefined })).toBe('shown');
});

it('lets nobody see a page who is signed out', () => {
  expect(guard({ ...guarding, connection: 'signed-out' })).toBe('sign-in');
  expect(guard({ ...guarding, connection: 'signed-out', worker: 'replaced' })).toBe('sign-in');
});

it('waits for an account that is not known, and says where the host cannot be asked', () => {
  expect(guard({ ...guarding, known: false })).toBe('loading');
  expect(guard({ ...guarding, known: false, connection: 'lost' })).toBe('unreachable');
});

it('leaves a page that is shown to say itself that the host has another version', () => {
  expect(guard({ ...guarding, outdated: true })).toBe('shown');
  expect(guard({ ...guarding, outdated: true, known: false })).toBe('outdated');
  expect(guard({ ...guarding, worker: 'replaced' })).toBe('outdated');
});

it('says what the browser lacks before anything else', () => {
  expect(guard({ ...guarding, worker: 'unsupported', connection: 'signed-out' })).toBe(
    'unsupported',
  );
});

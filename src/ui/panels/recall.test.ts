import { expect, it } from 'vitest';
import { NO_RECALL, recall, remember } from './recall.ts';

const two = remember(remember(NO_RECALL, 'players'), 'bans');

it('goes back through what was sent, and stops at the oldest', () => {
  const first = recall(two, -1, 'sa');
  expect(first.line).toBe('bans');
  const second = recall(first.state, -1, first.line);
  expect(second.line).toBe('players');
  expect(recall(second.state, -1, second.line).line).toBe('players');
});

it('comes back to what was being typed', () => {
  const up = recall(two, -1, 'sa');
  expect(recall(up.state, 1, up.line).line).toBe('sa');
});

it('keeps the same command once, and begins at the newest after sending', () => {
  expect(remember(two, 'bans').sent).toEqual(['players', 'bans']);
  expect(recall(remember(two, 'admins'), -1, '').line).toBe('admins');
});

it('has nothing to recall before anything was sent', () => {
  expect(recall(NO_RECALL, -1, 'x').line).toBe('x');
});

it('keeps no secret, and not what stands for one either, which would be sent in its place', () => {
  expect(remember(two, 'RConPassword hunter2').sent).toEqual(['players', 'bans']);
});

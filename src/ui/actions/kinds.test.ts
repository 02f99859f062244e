import { expect, it } from 'vitest';
import type { TabCommands } from '../data/connect.ts';
import { deedOf } from './kinds.ts';

const commands = {} as TabCommands;

it('is called by its command, without the secret in it', () => {
  expect(deedOf(commands, 'command', 'players').title).toBe('players');
  expect(deedOf(commands, 'command', 'RConPassword hunter2').title).not.toContain('hunter2');
});

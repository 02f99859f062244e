import { expect, it } from 'vitest';
import { isDestructive } from './destructive.ts';

it.each([
  '#shutdown',
  'kick 3 no',
  '  #RESTART',
  'say -1 hi; quit',
  'global.kickall',
  '#exec ban 4',
])('%s is asked about', (command) => expect(isDestructive(command)).toBe(true));

it.each(['players', 'say -1 no kicks today', 'status', '#monitor 1', 'unlock', ''])(
  '%s is not',
  (command) => expect(isDestructive(command)).toBe(false),
);

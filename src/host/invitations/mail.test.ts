import { expect, it } from 'vitest';
import { invitationMail } from './mail.ts';

it.each([
  [2, ['Чернарус', 'الخادم'], 'Чернарус\nالخادم'],
  [22, ['Чернарус'], 'Чернарус\nand 21 more'],
])('an invitation to %i servers names the first, each on its line', (servers, names, lines) => {
  const { text } = invitationMail('tom@example.org', 'Ada', 'https://x/#y', { names, servers });
  expect(text).toContain(`Ada invites you to help with game servers in Muster:\n\n${lines}\n\n`);
  expect(text).toContain('https://x/#y');
});

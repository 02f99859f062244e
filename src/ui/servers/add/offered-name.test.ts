import fc from 'fast-check';
import { expect, it } from 'vitest';
import { serverName } from '../../../protocol/servers/fields.ts';
import { offeredName } from './offered-name.ts';

it.each([
  ['Выживание #1 | PvE', 'Выживание #1 | PvE'],
  ['  two\n lines\t', 'two lines'],
  ['\u202eevil\u202c', 'evil'],
  ['👩‍🚀 空港', '👩‍🚀 空港'],
  ['\u200b\u2066', null],
  ['', null],
  [null, null],
])('of %j it offers %j', (told, offered) => {
  expect(offeredName(told)).toBe(offered);
});

it('whatever a game says, what is offered is a name, and a name is offered as it is', () => {
  const told = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string());
  fc.assert(
    fc.property(told, (text) => {
      const name = offeredName(text);
      if (name !== null) expect(serverName.parse(name)).toBe(name);
      const own = serverName.safeParse(text);
      if (own.success && !/\s\s|[^\S ]/.test(own.data)) expect(name).toBe(own.data);
    }),
  );
});

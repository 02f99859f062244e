import { expect, it } from 'vitest';
import { RESERVED_SERVER_PERMISSION, SERVER_PERMISSION } from './permissions.ts';

it('a permission for what is not there yet cannot be given', () => {
  const reserved: readonly string[] = RESERVED_SERVER_PERMISSION;
  expect(SERVER_PERMISSION.filter((name) => reserved.includes(name))).toEqual([]);
  expect(new Set(reserved).size).toBe(reserved.length);
});

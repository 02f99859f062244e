import { expect, it } from 'vitest';
import { argon2Hashing } from './hashing.ts';

it('hashes by argon2id with the parameters that were chosen', async () => {
  const hashing = await argon2Hashing('nobody');
  const stored = await hashing.hash('correct horse');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hashing.verify(stored, 'correct horse')).toBe(true);
  expect(await hashing.verify(stored, 'correct horsf')).toBe(false);
});

it('never lets an unknown account in, not even by the password that it is checked against', async () => {
  const hashing = await argon2Hashing('nobody');
  expect(await hashing.verify(null, 'nobody')).toBe(false);
});

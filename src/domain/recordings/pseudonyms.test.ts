import { expect, it } from 'vitest';
import { Pseudonyms } from './pseudonyms.ts';

const id = 'a'.repeat(24);

it('a stream keeps what it is, and is one of the same id wherever that stands', () => {
  const names = new Pseudonyms('key');
  const other = names.id(id);
  expect(other).toMatch(/^[0-9a-f]{24}$/);
  expect(other).not.toBe(id);
  expect(names.stream(`server/${id}/feed`)).toBe(`server/${other}/feed`);
  expect(names.stream(`server/${id}/presence`)).toBe(`server/${other}/presence`);
  expect(names.stream(`account/${id}`)).toBe(`account/${other}`);
  expect(names.stream(`secret/${id}`)).toMatch(/^unknown\/[0-9a-f]{8}$/);
});

it('nothing stays nothing, and what the software itself says stays', () => {
  const names = new Pseudonyms('key');
  const made = [names.name(''), names.server(''), names.address(''), names.email('')];
  expect([...made, names.steamId(''), names.text('')]).toEqual(['', '', '', '', '', '']);
  expect(names.text('Something that a person wrote')).toMatch(/^text [0-9a-f]{8}$/);
});

it('what is made up looks like what it stands for', () => {
  const names = new Pseudonyms('key');
  expect(names.name('Ann')).toMatch(/^Player [0-9a-f]{8}$/);
  expect(names.server('Alpha')).toMatch(/^Server [0-9a-f]{8}$/);
  expect(names.address('192.0.2.7')).toMatch(/^10\.\d+\.\d+\.\d+$/);
  expect(names.email('ann@here.example')).toMatch(/^person-[0-9a-f]{8}@example\.org$/);
  expect(names.steamId('76561198000000001')).toMatch(/^7656119\d{10}$/);
});

it('one thing goes by one name, and with another key by another', () => {
  const [names, others] = [new Pseudonyms('key'), new Pseudonyms('another')];
  expect(names.name('Ann')).toBe(new Pseudonyms('key').name('Ann'));
  expect(names.name('Ann')).not.toBe(names.name('Bob'));
  expect(names.name('Ann')).not.toBe(others.name('Ann'));
});

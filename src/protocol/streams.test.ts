import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accountStream,
  isServerStream,
  parseStream,
  resourceStream,
  SERVER_STREAM,
  serverStream,
  type ServerStream,
} from './streams.ts';

const id = fc.stringMatching(/^[0-9a-f]{24}$/);
const audiences = Object.keys(SERVER_STREAM) as ServerStream[];

describe('stream names', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(id, fc.constantFrom(...audiences), (of, audience) => {
        expect(parseStream(serverStream(of, audience))).toEqual({
          resource: 'server',
          id: of,
          audience,
        });
        expect(parseStream(accountStream(of))).toEqual({ resource: 'account', id: of });
        const roles = { resource: 'group', id: of, audience: 'teamRoles' };
        expect(parseStream(resourceStream('teamRoles', of))).toEqual(roles);
      }),
    );
  });

  it('are told from others without being read', () => {
    const one = fc.constantFrom(...audiences);
    const short = fc.constantFrom('ab', 'abc', 'b', '');
    fc.assert(
      fc.property(short, short, one, one, (of, other, audience, asked) => {
        const names = [serverStream(other, audience), accountStream(other), `${of}/${audience}`];
        for (const name of names) {
          expect(isServerStream(name, of, asked)).toBe(name === serverStream(of, asked));
        }
      }),
    );
  });

  it('that are none of ours are none', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const texts = [one, `server/${one}`, `${one}/${other}/list`, `account/${one}/${other}`];
        for (const text of texts) {
          const name = parseStream(text);
          if (name?.resource === 'server') expect(serverStream(name.id, name.audience)).toBe(text);
          else if (name !== null) expect(accountStream(name.id)).toBe(text);
        }
      }),
    );
    for (const text of [
      '',
      'server',
      'server/',
      'server//list',
      'server/a',
      'server/a/lists',
      'account/',
      'group/',
      'group/a/teams',
      'group//teamRoles',
      'group/a/teamRoles/b',
      'account/a/b',
      'server/a/list/b',
      'server/a/constructor',
    ]) {
      expect(parseStream(text)).toBeNull();
    }
  });
});

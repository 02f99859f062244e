import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDeps } from '../../../../tests/support/host.ts';
import { checkSecretKey, loadSecretKey, SecretKeyError } from './secret-key.ts';
import { SealError, secretsOf } from './secrets.ts';

const secrets = secretsOf(Buffer.alloc(32, 1));

describe('what is sealed', () => {
  it('opens to the same text, and never looks alike twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, context) => {
        const sealed = secrets.seal(text, context);
        expect(secrets.open(sealed, context)).toBe(text);
        expect(secrets.seal(text, context).equals(sealed)).toBe(false);
      }),
    );
  });

  it('opens with no other key, in no other context, and not when a bit was changed', () => {
    const sealed = secrets.seal('rcon password', 'server/1/rcon-password');
    const refused = (open: () => string) => expect(open).toThrow(SealError);
    refused(() => secrets.open(sealed, 'server/2/rcon-password'));
    refused(() => secretsOf(Buffer.alloc(32, 2)).open(sealed, 'server/1/rcon-password'));
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      refused(() => secrets.open(changed, 'server/1/rcon-password'));
    }
    refused(() => secrets.open(Buffer.alloc(3), 'server/1/rcon-password'));
  });
});

describe('the secret key', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'muster-key-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('is made once, though many ask at once, and for its owner alone', async () => {
    const keys = await Promise.all(
      Array.from({ length: 8 }, () => loadSecretKey(join(folder, 'data'))),
    );
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect((await stat(join(folder, 'data', 'secret.key'))).mode & 0o777).toBe(0o600);
    expect(await loadSecretKey(join(folder, 'data'))).toEqual(keys[0]);
  });

  it('is refused in one sentence when it is damaged, and never made again over it', async () => {
    await writeFile(join(folder, 'secret.key'), 'half of it');
    await expect(loadSecretKey(folder)).rejects.toThrow(SecretKeyError);
    expect(await readFile(join(folder, 'secret.key'), 'utf8')).toBe('half of it');
  });

  it('must be the one that the database was first used with', async () => {
    const test = await createTestDeps();
    try {
      await checkSecretKey(test.deps.db, secrets);
      await checkSecretKey(test.deps.db, secrets);
      const other = secretsOf(Buffer.alloc(32, 9));
      await expect(checkSecretKey(test.deps.db, other)).rejects.toThrow(SecretKeyError);
    } finally {
      await test.close();
    }
  });
});

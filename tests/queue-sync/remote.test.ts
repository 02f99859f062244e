/** The file of queue priority on real servers of FTP, FTPS and SFTP, with what can be wrong with them. */
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { trusts } from '../../src/domain/queue-sync/key.ts';
import { openFtp } from '../../src/host/queue-sync/ftp.ts';
import { KEPT_FILE, putFile, type Wanted } from '../../src/host/queue-sync/put-file.ts';
import { RemoteFailure, type RemoteSpec } from '../../src/host/queue-sync/remote.ts';
import { openSftp } from '../../src/host/queue-sync/sftp.ts';
import { startFtpServer } from '../support/remote/ftp-server.ts';
import { FOLDER, PASSWORD, USER, type Fault, type Machine } from '../support/remote/machine.ts';
import { newHostKey, newKeys, startSftpServer } from '../support/remote/sftp-server.ts';

const [ADA, BOB, CY] = ['76561190000000001', '76561190000000002', '76561190000000003'] as const;
const FILE = 'priority.txt';

const machines: Machine[] = [];
afterEach(async () => {
  for (const machine of machines.splice(0)) await machine.stop();
});

const START = {
  ftp: () => startFtpServer(),
  ftps: () => startFtpServer({ tls: true }),
  sftp: () => startSftpServer(),
};
type Protocol = keyof typeof START;
const PROTOCOLS = Object.keys(START) as readonly Protocol[];

async function started(machine: Promise<Machine>, fault: Fault | null = null): Promise<Machine> {
  const one = await machine;
  one.files.fault = fault;
  machines.push(one);
  return one;
}

interface Asked {
  readonly target?: Partial<RemoteSpec['target']>;
  readonly secret?: RemoteSpec['secret'];
  readonly trusted?: string | null;
  readonly wanted?: Partial<Wanted>;
}

/** Writes the file once: answers who else is in it, or the cause why not. */
async function put(protocol: Protocol, port: number, asked: Asked = {}) {
  const closing = new AbortController();
  let shown: string | null = null;
  const spec: RemoteSpec = {
    target: { protocol, host: '127.0.0.1', port, username: USER, folder: FOLDER, ...asked.target },
    address: '127.0.0.1',
    secret: asked.secret ?? { kind: 'password', password: PASSWORD },
    trusts: (key) => {
      shown = key;
      return trusts(asked.trusted ?? null, key);
    },
    signal: closing.signal,
  };
  const wanted = { ids: [ADA], isOurs: () => false, beforeWrite: async () => undefined };
  try {
    const folder = await (protocol === 'sftp' ? openSftp : openFtp)(spec);
    const { foreign } = await putFile(folder, { ...wanted, ...asked.wanted });
    return { foreign, shown };
  } catch (error) {
    if (error instanceof RemoteFailure) return { failed: error.reason, shown };
    throw error;
  } finally {
    closing.abort();
  }
}

describe.each(PROTOCOLS)('by %s', (protocol) => {
  const start = (fault: Fault | null = null) => started(START[protocol](), fault);

  it('a file that was not there is written, and nothing beside it', async () => {
    const { files, port } = await start();
    expect(await put(protocol, port)).toMatchObject({ foreign: 0 });
    expect([files.names, files.text(FILE)]).toEqual([[FILE], ADA]);
  });

  it('whom somebody else put there stays, and whom Muster put there goes', async () => {
    const { files, port } = await start();
    files.put(FILE, `${BOB};${CY}\r\n`);
    const isOurs = (id: string) => id === CY;
    expect(await put(protocol, port, { wanted: { isOurs } })).toMatchObject({ foreign: 1 });
    expect([files.names, files.text(FILE)]).toEqual([[FILE], `${BOB};${ADA}`]);
  });

  it('what stood there beside ids is kept once, and never written over', async () => {
    const { files, port } = await start();
    files.put(FILE, `${BOB}; // Bob`);
    await put(protocol, port);
    files.put(FILE, 'something else');
    await put(protocol, port);
    expect(files.text(KEPT_FILE)).toBe(`${BOB}; // Bob`);
    expect(files.text(FILE)).toBe(ADA);
  });

  it('a file that is as it should be is not written again', async () => {
    const { files, port } = await start('read-only');
    files.put(FILE, ` ${ADA}\n`);
    expect(await put(protocol, port)).toMatchObject({ foreign: 0 });
  });

  it('nobody wanted any more leaves an empty file', async () => {
    const { files, port } = await start();
    files.put(FILE, ADA);
    await put(protocol, port, { wanted: { ids: [], isOurs: () => true } });
    expect(files.text(FILE)).toBe('');
  });

  it('a machine that puts no file in the place of another gets it all the same', async () => {
    const { files, port } = await start('no-rename');
    files.put(FILE, BOB);
    expect(await put(protocol, port)).toMatchObject({ foreign: 1 });
    expect([files.names, files.text(FILE)]).toEqual([[FILE], `${BOB};${ADA}`]);
  });

  it('20,000 people are written whole', async () => {
    const { files, port } = await start();
    const ids = Array.from({ length: 20_000 }, (_, n) =>
      String(76_561_190_000_000_000n + BigInt(n)),
    );
    await put(protocol, port, { wanted: { ids } });
    expect(files.text(FILE)).toBe(ids.join(';'));
  });

  it.each([
    ['drops', 'dropped'],
    ['read-only', 'not-writable'],
    ['endless', 'too-large'],
    ['corrupts', 'not-kept'],
    ['busy', 'not-writable'],
    ['unreadable', 'not-writable'],
  ] as const)('a machine that %s: %s, and the file before is whole', async (fault, failed) => {
    const { files, port } = await start(fault);
    files.put(FILE, BOB);
    expect(await put(protocol, port)).toMatchObject({ failed });
    expect(files.text(FILE)).toBe(BOB);
  });

  it('where it breaks off while the file is written over, the next try loses nobody', async () => {
    const { files, port } = await start('breaks-over');
    files.put(FILE, `${BOB}; // Bob`);
    expect(await put(protocol, port)).toMatchObject({ failed: 'dropped' });
    expect(files.text(FILE)).not.toContain(BOB);
    expect(await put(protocol, port)).toMatchObject({ failed: 'dropped' });
    files.fault = 'no-rename';
    expect(await put(protocol, port)).toMatchObject({ foreign: 1 });
    expect([files.names, files.text(FILE)]).toEqual([[FILE, KEPT_FILE], `${BOB};${ADA}`]);
    expect(files.text(KEPT_FILE)).toBe(`${BOB}; // Bob`);
  });

  it('where it broke off while the file before was kept, it is kept whole', async () => {
    const { files, port } = await start();
    files.put(FILE, `${BOB}; // Bob`);
    files.put(KEPT_FILE, BOB.slice(0, 5));
    await put(protocol, port);
    expect(files.text(KEPT_FILE)).toBe(`${BOB}; // Bob`);
  });

  it('a wrong password, and a folder that is not there', async () => {
    const { files, port } = await start();
    const secret = { kind: 'password', password: 'wrong' } as const;
    expect(await put(protocol, port, { secret })).toMatchObject({ failed: 'credentials' });
    expect(files.logins).toEqual([false]);
    const target = { folder: '/elsewhere' };
    expect(await put(protocol, port, { target })).toMatchObject({ failed: 'no-folder' });
    expect(files.names).toEqual([]);
  });

  it('nothing that listens', async () => {
    const { port } = await start();
    await machines.pop()?.stop();
    expect(await put(protocol, port)).toMatchObject({ failed: 'unreachable' });
  });

  it('a file is not written before it was written down who will be in it', async () => {
    const { files, port } = await start();
    const beforeWrite = async () => {
      throw new RemoteFailure('unexpected');
    };
    expect(await put(protocol, port, { wanted: { beforeWrite } })).toMatchObject({
      failed: 'unexpected',
    });
    expect(files.names).toEqual([]);
  });
});

describe('who answers', () => {
  it.each(['ftps', 'sftp'] as const)(
    'by %s is remembered, and another gets no password',
    async (protocol) => {
      const first = await started(START[protocol]());
      const { shown } = await put(protocol, first.port);
      expect(shown).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
      expect(await put(protocol, first.port, { trusted: shown })).toMatchObject({ foreign: 0 });
      const other = await started(START[protocol]());
      const said = await put(protocol, other.port, { trusted: shown });
      expect(said).toMatchObject({ failed: 'key-changed' });
      expect(said.shown).not.toBe(shown);
      expect(other.files.logins).toEqual([]);
    },
  );

  it('a server without TLS is none of FTPS, and one that wants TLS none of FTP', async () => {
    const plain = await started(START.ftp());
    expect(await put('ftps', plain.port)).toMatchObject({ failed: 'other-protocol' });
    const secure = await started(START.ftps());
    expect(await put('ftp', secure.port)).toMatchObject({ failed: 'other-protocol' });
    expect([...plain.files.logins, ...secure.files.logins]).toEqual([]);
  });
});

it('an old FTP server without EPSV is asked by PASV, and data goes nowhere else', async () => {
  const { files, port } = await started(startFtpServer({ old: true }));
  await put('ftp', port);
  expect(files.text(FILE)).toBe(ADA);
  let asked = 0;
  const inside = createServer(() => (asked += 1));
  await new Promise<void>((ready) => inside.listen(0, '127.0.0.2', () => ready()));
  const elsewhere = { host: '127.0.0.2', port: (inside.address() as AddressInfo).port };
  const liar = await started(startFtpServer({ old: true, elsewhere }));
  expect(await put('ftp', liar.port)).toMatchObject({ failed: 'dropped' });
  expect(asked).toBe(0);
  inside.close();
});

it('where an FTP server lists no folder, a file that it does not give is not taken for none', async () => {
  const { files, port } = await started(startFtpServer({ unlisted: true }), 'unreadable');
  files.put(FILE, BOB);
  expect(await put('ftp', port)).toMatchObject({ failed: 'not-writable' });
  expect([files.names, files.text(FILE)]).toEqual([[FILE], BOB]);
});

it('by SFTP who may read the file stays, and a link leads where it did', async () => {
  const { files, port } = await started(START.sftp());
  const path = `${FOLDER}/${FILE}`;
  await put('sftp', port);
  expect(files.modes.get(path)).toBe(0o644);
  files.modes.set(path, 0o640);
  await put('sftp', port, { wanted: { ids: [BOB] } });
  expect([files.names, files.text(FILE), files.modes.get(path)]).toEqual([
    [FILE],
    `${ADA};${BOB}`,
    0o640,
  ]);
  const real = `${FOLDER}/real.txt`;
  files.links.set(path, real);
  files.files.delete(path);
  files.put('real.txt', CY);
  files.modes.set(real, 0o600);
  expect(await put('sftp', port)).toMatchObject({ foreign: 1 });
  expect([files.names, files.text('real.txt')]).toEqual([['real.txt'], `${CY};${ADA}`]);
  expect([files.links.get(path), files.modes.get(real)]).toEqual([real, 0o600]);
});

it('SFTP lets in with a key, and where the password is asked for in other words', async () => {
  const { private: key, public: known } = newKeys();
  const byKey = await started(startSftpServer({ publicKey: known }));
  expect(await put('sftp', byKey.port, { secret: { kind: 'key', key } })).toHaveProperty('foreign');
  const other = newHostKey();
  expect(await put('sftp', byKey.port, { secret: { kind: 'key', key: other } })).toMatchObject({
    failed: 'credentials',
  });
  const asking = await started(startSftpServer({ asks: true }));
  expect(await put('sftp', asking.port)).toHaveProperty('foreign');
});

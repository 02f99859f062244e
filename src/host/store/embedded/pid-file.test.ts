import { expect, test } from 'vitest';
import { parsePidFile } from './pid-file.ts';
import { serverUser } from './server-user.ts';

const whole = '6101\n/proc/self/cwd\n1795234970\n5432\n.\n\n 16039944         4\nready   \n';

test('a whole postmaster.pid tells the process, the port and that it is ready', () => {
  expect(parsePidFile(whole)).toEqual({ pid: 6101, port: 5432, ready: true });
});

test('a server that still recovers is not ready', () => {
  expect(parsePidFile(whole.replace('ready   ', 'starting'))).toMatchObject({ ready: false });
});

test('a file that is being written says nothing, or at least nothing wrong', () => {
  expect(parsePidFile('')).toBeNull();
  expect(parsePidFile('6101\n/proc')).toEqual({ pid: 6101, port: 0, ready: false });
});

test('root starts the server as the owner of its folder, or as a user that nobody else is', () => {
  const root = { platform: 'linux', uid: 0 } as const;
  const nobody = { uid: 65534, gid: 65534 };
  const own = { ids: { uid: 65527, gid: 65527 }, maker: nobody, folderByCwd: true };
  expect(serverUser({ ...root, clusterOwner: null })).toEqual(own);
  expect(serverUser({ ...root, clusterOwner: { uid: 0, gid: 0 } })).toEqual(own);
  expect(serverUser({ ...root, clusterOwner: nobody })).toEqual(own);
  expect(serverUser({ ...root, clusterOwner: { uid: 1000, gid: 100 } }).ids).toEqual({
    uid: 1000,
    gid: 100,
  });
});

test('an ordinary user starts the server as themselves', () => {
  const person = { ids: {}, maker: {}, folderByCwd: false };
  expect(serverUser({ platform: 'linux', uid: 1000, clusterOwner: null })).toEqual(person);
  expect(serverUser({ platform: 'win32', uid: undefined, clusterOwner: null })).toEqual(person);
});

/** SFTP, with a password or a key. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { AuthenticationType } from 'ssh2';
import SftpClient from 'ssh2-sftp-client';
import type { QueueSyncCause } from '../../protocol/queue-sync/limits.ts';
import {
  BoundedSink,
  hashOfKey,
  RemoteFailure,
  type RemoteFolder,
  type RemoteSpec,
} from './remote.ts';

/** How long somebody may take to let the host in, ms. */
const READY = 10_000;
/** SSH_FX_NO_SUCH_FILE; and what ssh2-sftp-client makes of it where it is asked whether something is there. */
const NO_SUCH_FILE = 2;
const NOT_THERE = 'ENOENT';
/** Of the mode of a file, who may do what; and of one that was not there. */
const PERMISSIONS = 0o7777;
const NEW_MODE = 0o644;

/** Logs in and looks whether the folder is there. */
export async function openSftp(spec: RemoteSpec): Promise<RemoteFolder> {
  const { target, address, signal } = spec;
  const client = new SftpClient('muster', {});
  const socket = connect({ host: address, port: target.port, noDelay: true });
  signal.addEventListener('abort', () => socket.destroy());
  try {
    await once(socket, 'connect');
  } catch (error) {
    throw new RemoteFailure('unreachable', { cause: error });
  }
  await logIn(client, socket, spec);
  const { folder } = target;
  const pathOf = (name: string) => (folder === '' ? name : `${folder.replace(/\/+$/, '')}/${name}`);
  await refuseNoFolder(client, folder === '' ? '.' : folder);
  return {
    read: (name, most) => read(client, pathOf(name), most),
    async write(name, content) {
      const path = pathOf(name);
      // The library would let everybody write it, whoever might before.
      const mode = (await modeOf(client, path)) ?? NEW_MODE;
      await step(() => client.put(content, path, { writeStreamOptions: { mode } }));
    },
    async replace(name, by) {
      // A link is written through: whoever made it wants the file elsewhere.
      if ((await kindOf(client, pathOf(name))) === 'l') return false;
      const mode = await modeOf(client, pathOf(name));
      if (mode !== null) await asked(() => client.chmod(pathOf(by), mode));
      try {
        await client.posixRename(pathOf(by), pathOf(name));
        return true;
      } catch (error) {
        // Machines that do not know this extension refuse it, or the library does.
        if (isRefusal(error) || /does not support/i.test(String(error))) return false;
        throw new RemoteFailure('dropped', { cause: error });
      }
    },
    async remove(name) {
      await step(() => client.delete(pathOf(name)));
    },
  };
}

async function logIn(
  client: SftpClient,
  sock: Socket,
  { target: { username }, secret, trusts }: RemoteSpec,
): Promise<void> {
  let isKeyRefused = false;
  let level: unknown;
  client.on('error', (error: { readonly level?: unknown }) => {
    level ??= error.level;
  });
  const isPassword = secret.kind === 'password';
  if (isPassword) {
    // Many machines ask for the password in their own words.
    client.on('keyboard-interactive', (...[, , , prompts, answer]: Interactive) =>
      answer(prompts.map(() => secret.password)),
    );
  }
  try {
    await client.connect({
      sock,
      username,
      ...(isPassword
        ? { password: secret.password, tryKeyboard: true }
        : { privateKey: secret.key }),
      authHandler: isPassword ? oncePassword() : ['publickey'],
      readyTimeout: READY,
      hostVerifier: (key: Buffer) => {
        isKeyRefused = !trusts(hashOfKey(key));
        return !isKeyRefused;
      },
    });
  } catch (error) {
    const reason = isKeyRefused
      ? 'key-changed'
      : (REASON_OF_LEVEL[String(level)] ?? 'other-protocol');
    throw new RemoteFailure(reason, { cause: error });
  }
}

/** Name, instructions, language, prompts, and what takes the answers. */
type Interactive = [
  string,
  string,
  string,
  readonly unknown[],
  (answers: readonly string[]) => void,
];

/** One try by whichever way the machine takes a password: it may lock out whoever fails more often. */
function oncePassword() {
  let asked = 0;
  return (ways: readonly AuthenticationType[]): AuthenticationType | false => {
    asked += 1;
    if (asked === 1) return 'none';
    if (asked > 2) return false;
    return ways.includes('password') ? 'password' : 'keyboard-interactive';
  };
}

/** Where ssh2 says that an error comes from. */
const REASON_OF_LEVEL: Readonly<Record<string, QueueSyncCause>> = {
  'client-authentication': 'credentials',
  'client-timeout': 'unreachable',
  'client-socket': 'unreachable',
};

async function refuseNoFolder(client: SftpClient, path: string): Promise<void> {
  const found = await asked(() => client.stat(path));
  if (found?.isDirectory !== true) throw new RemoteFailure('no-folder');
}

/** What is there itself, be it a link; null: nothing, or the machine does not say. */
function kindOf(client: SftpClient, path: string) {
  return asked(() => client.exists(path));
}

/** Who may do what with a file; null: there is none, or the machine does not say. */
async function modeOf(client: SftpClient, path: string): Promise<number | null> {
  const found = await asked(() => client.stat(path));
  return found === null ? null : found.mode & PERMISSIONS;
}

/** null: the machine says no, and it can be done without. */
async function asked<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error)) return null;
    throw new RemoteFailure('dropped', { cause: error });
  }
}

async function read(client: SftpClient, path: string, most: number): Promise<Buffer | null> {
  const sink = new BoundedSink(most);
  try {
    await client.get(path, sink);
    return sink.content;
  } catch (error) {
    if (codeOf(error) === NO_SUCH_FILE) return null;
    throw new RemoteFailure(sink.isOver ? 'too-large' : reasonOf(error), { cause: error });
  }
}

async function step(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new RemoteFailure(reasonOf(error), { cause: error });
  }
}

function reasonOf(error: unknown): QueueSyncCause {
  return isRefusal(error) ? 'not-writable' : 'dropped';
}

/** The machine answered, and said no: by a number of SFTP, or in the library's words for it. */
function isRefusal(error: unknown): boolean {
  const code = codeOf(error);
  return typeof code === 'number' || code === NOT_THERE;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

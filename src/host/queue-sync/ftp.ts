/** FTP, and FTP with explicit TLS. */
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { Client, FTPError, type FTPContext } from 'basic-ftp';
import { BY_AUTHORITY } from '../../domain/queue-sync/key.ts';
import type { QueueSyncCause } from '../../protocol/queue-sync/limits.ts';
import {
  BoundedSink,
  hashOfKey,
  RemoteFailure,
  type RemoteFolder,
  type RemoteSpec,
} from './remote.ts';

/** How long a command may take, ms. */
const STEP = 10_000;
/** The answers that say that a connection is not, or no more; every other is a refusal. */
const DROPPED = [421, 425, 426];
/** It stands for a file that is not there, and for one that cannot be read. */
const NOT_TAKEN = 550;
/** So much of the list of a folder is read, bytes. */
const MOST_LISTED = 4_194_304;
/** `LIST -a` is tried by the client first; some servers take it for a folder of that name, which has nothing in it. */
const UNSAFE_LIST = 'LIST -a';

/** Logs in and goes into the folder. */
export async function openFtp(spec: RemoteSpec): Promise<RemoteFolder> {
  const { target, address, secret, signal } = spec;
  const client = new Client(STEP, {
    maxListingBytes: MOST_LISTED,
    allowSeparateTransferHost: false,
  });
  signal.addEventListener('abort', () => client.close());
  await step('unreachable', () => client.connect(address, target.port));
  if (target.protocol === 'ftps') await beginTls(client, spec);
  const password = secret.kind === 'password' ? secret.password : '';
  await step(reasonOfLogin, () => client.login(target.username, password));
  await step('other-protocol', () => client.useDefaultSettings());
  client.availableListCommands = client.availableListCommands.filter((of) => of !== UNSAFE_LIST);
  if (target.folder !== '') await step(inFolder, () => client.cd(target.folder));
  return {
    read: (name, most) => read(client, name, most),
    async write(name, content) {
      await step(written, () => client.uploadFrom(Readable.from([content]), name));
    },
    async replace(name, by) {
      try {
        await client.rename(by, name);
        return true;
      } catch (error) {
        if (error instanceof FTPError && !DROPPED.includes(error.code)) return false;
        throw new RemoteFailure('dropped', { cause: error });
      }
    },
    async remove(name) {
      await step(written, () => client.remove(name));
    },
  };
}

/** Nothing was said yet that nobody else may hear. */
async function beginTls(client: Client, { target: { host }, trusts }: RemoteSpec): Promise<void> {
  // By an address alone TLS names nobody.
  const identity = isIP(host) === 0 ? { host, servername: host } : { host };
  // Whether it is trusted is asked below, of this connection and of each that data comes by.
  await step('other-protocol', () => client.useTLS({ ...identity, rejectUnauthorized: false }));
  const shown = keyOf(client.ftp.socket);
  if (shown === null || !trusts(shown)) throw new RemoteFailure('key-changed');
  checkData(client, shown);
}

/** Data is exchanged with whoever has the key of the first connection, or goes on with its session. */
function checkData(client: Client, key: string): void {
  let enter = client.prepareTransfer;
  const checked = async (ftp: FTPContext) => {
    const answer = await enter(ftp);
    if (client.prepareTransfer !== checked) {
      // It found the way to do it, and would do that alone from now on.
      enter = client.prepareTransfer;
      client.prepareTransfer = checked;
    }
    const { dataSocket } = ftp;
    if (dataSocket instanceof TLSSocket) {
      dataSocket.prependOnceListener('secureConnect', () => {
        if (!dataSocket.isSessionReused() && keyOf(dataSocket) !== key) client.close();
      });
    }
    return answer;
  };
  client.prepareTransfer = checked;
}

function keyOf(socket: unknown): string | null {
  if (!(socket instanceof TLSSocket)) return null;
  if (socket.authorized) return BY_AUTHORITY;
  const certificate = socket.getPeerX509Certificate();
  return certificate === undefined ? null : hashOfKey(certificate.raw);
}

async function read(client: Client, name: string, most: number): Promise<Buffer | null> {
  const sink = new BoundedSink(most);
  try {
    await client.downloadTo(sink, name);
    return sink.content;
  } catch (error) {
    if (isNotTaken(error) && !(await isListed(client, name))) return null;
    throw new RemoteFailure(sink.isOver ? 'too-large' : written(error), { cause: error });
  }
}

function isNotTaken(error: unknown): boolean {
  return error instanceof FTPError && error.code === NOT_TAKEN;
}

/** Who may not read a file must not take it for one that is not there, and write another in its place. */
async function isListed(client: Client, name: string): Promise<boolean> {
  const files = await step(written, () => client.list());
  return files.some((file) => file.name === name);
}

type Reason = QueueSyncCause | ((error: unknown) => QueueSyncCause);

async function step<T>(reason: Reason, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const found = typeof reason === 'string' ? reason : reason(error);
    throw new RemoteFailure(found, { cause: error });
  }
}

/** A server that lets nobody in without TLS says so before it asks for the password, or after. */
function reasonOfLogin(error: unknown): QueueSyncCause {
  if (!isRefusal(error)) return 'unreachable';
  return /\b(TLS|SSL|encrypt)/i.test(error.message) ? 'other-protocol' : 'credentials';
}

function inFolder(error: unknown): QueueSyncCause {
  return isRefusal(error) ? 'no-folder' : 'dropped';
}

function written(error: unknown): QueueSyncCause {
  return isRefusal(error) ? 'not-writable' : 'dropped';
}

function isRefusal(error: unknown): error is FTPError {
  return error instanceof FTPError && !DROPPED.includes(error.code);
}

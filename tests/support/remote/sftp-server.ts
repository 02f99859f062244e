/** An SSH server with SFTP, by the package that OpenSSH's protocol has in npm. */
import type { AddressInfo, Socket } from 'node:net';
import ssh2 from 'ssh2';
import type { Attributes, AuthContext, Connection, SFTPWrapper } from 'ssh2';
import { FOLDER, MachineFiles, PASSWORD, USER, type Machine } from './machine.ts';

const { STATUS_CODE, OPEN_MODE, flagsToString } = ssh2.utils.sftp;
const DIRECTORY = 0o040755;
const FILE = 0o100000;
const LINK = 0o120777;

interface SftpOptions {
  readonly files?: MachineFiles;
  readonly port?: number;
  readonly hostKey?: string;
  /** It asks for the password in its own words. */
  readonly asks?: boolean;
  /** Whoever has this key gets in. */
  readonly publicKey?: string;
  /** It does not replace a file by another under its name (OpenSSH does). */
  readonly old?: boolean;
}

export function newHostKey(): string {
  return newKeys().private;
}

/** Of the keys that the package makes it does not read one in 256 itself. */
export function newKeys(): { readonly private: string; readonly public: string } {
  for (;;) {
    const keys = ssh2.utils.generateKeyPairSync('ed25519');
    const read = [keys.private, keys.public].map((key) => ssh2.utils.parseKey(key));
    if (!read.some((key) => key instanceof Error)) return keys;
  }
}

/** Starts one. */
export async function startSftpServer(options: SftpOptions = {}): Promise<Machine> {
  const { files = new MachineFiles(), port = 0, hostKey = newHostKey() } = options;
  const clients = new Set<Connection>();
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    clients.add(client);
    insideOf(client)._sock.setNoDelay(true);
    if (options.old !== true) tellRename(client);
    const closed = files.opened();
    client.on('error', () => undefined);
    client.on('close', () => {
      closed();
      clients.delete(client);
    });
    client.on('authentication', (asked) => letIn(asked, options, files));
    client.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => serve(acceptSftp(), client, files, options));
    });
  });
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', () => ready()));
  return {
    files,
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const client of clients) client.end();
      await new Promise((ended) => server.close(ended));
    },
  };
}

/** What of a connection the package does not show. */
function insideOf(client: Connection) {
  return client as unknown as {
    readonly _sock: Socket;
    readonly _protocol: { channelData(channel: number, data: Buffer): unknown };
  };
}

/** The package knows what OpenSSH adds to SFTP as a client alone: the server's first packet is made to name it. */
function tellRename(client: Connection): void {
  const { _protocol: protocol } = insideOf(client);
  const send = protocol.channelData.bind(protocol);
  const version = Buffer.from([0, 0, 0, 5, 2, 0, 0, 0, 3]);
  const named = ['posix-rename@openssh.com', '1'].map((text) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(text.length);
    return Buffer.concat([length, Buffer.from(text)]);
  });
  const whole = Buffer.concat([version, ...named]);
  whole.writeUInt32BE(whole.length - 4);
  protocol.channelData = (channel, data) => send(channel, data.equals(version) ? whole : data);
}

function letIn(asked: AuthContext, { asks, publicKey }: SftpOptions, files: MachineFiles): void {
  if (files.fault === 'silent') return;
  const isUser = asked.username === USER;
  const end = (isIn: boolean) => {
    files.logins.push(isIn);
    if (isIn) asked.accept();
    else asked.reject(asks === true ? ['keyboard-interactive'] : ['password', 'publickey']);
  };
  if (asked.method === 'password' && asks !== true)
    return end(isUser && asked.password === PASSWORD);
  if (asked.method === 'keyboard-interactive') {
    return asked.prompt([{ prompt: 'Your password, please:', echo: false }], ([answer]) =>
      end(isUser && answer === PASSWORD),
    );
  }
  if (asked.method === 'publickey' && publicKey !== undefined) {
    const known = ssh2.utils.parseKey(publicKey);
    if (known instanceof Error) return asked.reject();
    const isKnown = known.getPublicSSH().equals(asked.key.data);
    const { signature, blob } = asked;
    if (!isKnown || signature === undefined || blob === undefined) {
      return isKnown ? asked.accept() : asked.reject();
    }
    return end(known.verify(blob, signature, asked.hashAlgo) === true);
  }
  asked.reject(asks === true ? ['keyboard-interactive'] : ['password', 'publickey']);
}

interface OpenFile {
  readonly path: string;
  readonly isWritten: boolean;
  /** The connection breaks while it is written. */
  readonly breaks: boolean;
  content: Buffer;
}

function serve(
  sftp: SFTPWrapper,
  client: Connection,
  machine: MachineFiles,
  { old = false }: SftpOptions,
): void {
  if (machine.fault === 'hangs') return;
  const { files, fault, modes, links } = machine;
  const open = new Map<number, OpenFile>();
  let handles = 0;
  const of = (handle: Buffer) => open.get(handle.readUInt32BE(0));
  const say = (id: number, is: boolean) =>
    sftp.status(id, is ? STATUS_CODE.OK : STATUS_CODE.FAILURE);
  const absolute = (path: string) => (path.startsWith('/') ? path : `/${path}`);
  const target = (path: string) => links.get(absolute(path)) ?? absolute(path);
  const tell = (id: number, mode: number, size = 0) =>
    sftp.attrs(id, { mode, uid: 0, gid: 0, size, atime: 0, mtime: 0 });
  const stat = (id: number, name: string) => {
    const path = target(name);
    const found = files.get(path);
    if ([FOLDER, '/', '/.'].includes(path)) return tell(id, DIRECTORY);
    if (found === undefined) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    tell(id, FILE | (modes.get(path) ?? 0o644), found.length);
  };
  const setMode = (id: number, path: string, { mode }: Attributes) => {
    modes.set(path, mode);
    say(id, true);
  };
  sftp.on('STAT', stat);
  sftp.on('LSTAT', (id, path) => (links.has(absolute(path)) ? tell(id, LINK) : stat(id, path)));
  sftp.on('FSTAT', (id, handle) => stat(id, of(handle)?.path ?? 'none'));
  sftp.on('FSETSTAT', (id, handle, attrs) => setMode(id, of(handle)?.path ?? 'none', attrs));
  sftp.on('SETSTAT', (id, path, attrs) => setMode(id, target(path), attrs));
  sftp.on('OPEN', (id, name, flags) => {
    const path = target(name);
    const isWritten = (flags & OPEN_MODE.WRITE) !== 0;
    const found = files.get(path);
    if (!isWritten && found === undefined) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    const isRefused = isWritten
      ? fault === 'read-only'
      : fault === 'busy' || fault === 'unreadable';
    if (isRefused) return sftp.status(id, STATUS_CODE.PERMISSION_DENIED);
    const isCut = flagsToString(flags)?.startsWith('w') === true;
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE((handles += 1));
    open.set(handles, {
      path,
      isWritten,
      breaks: machine.breaksAt(path),
      content: isCut ? Buffer.alloc(0) : (found ?? Buffer.alloc(0)),
    });
    sftp.handle(id, handle);
  });
  sftp.on('READ', (id, handle, offset, length) => {
    if (fault === 'endless') return sftp.data(id, Buffer.alloc(length, 0x20));
    const some = of(handle)?.content.subarray(offset, offset + length);
    if (some === undefined || some.length === 0) return sftp.status(id, STATUS_CODE.EOF);
    sftp.data(id, some);
  });
  sftp.on('WRITE', (id, handle, offset, data) => {
    const file = of(handle);
    if (file === undefined) return say(id, false);
    if (file.breaks) {
      files.set(file.path, data.subarray(0, 5));
      insideOf(client)._sock.destroy();
      return;
    }
    const whole = Buffer.alloc(Math.max(file.content.length, offset + data.length));
    file.content.copy(whole);
    data.copy(whole, offset);
    file.content = whole;
    say(id, true);
  });
  sftp.on('CLOSE', (id, handle) => {
    const file = of(handle);
    if (file?.isWritten === true) machine.keep(file.path, file.content);
    open.delete(handle.readUInt32BE(0));
    say(id, true);
  });
  sftp.on('REMOVE', (id, path) => say(id, files.delete(absolute(path))));
  sftp.on('EXTENDED', (id, name, data: Buffer) => {
    if (name !== 'posix-rename@openssh.com' || old) {
      return sftp.status(id, STATUS_CODE.OP_UNSUPPORTED);
    }
    const length = data.readUInt32BE(0);
    const from = absolute(data.subarray(4, 4 + length).toString('utf8'));
    const to = absolute(data.subarray(8 + length).toString('utf8'));
    if (!machine.renamesTo(to)) return say(id, false);
    const content = files.get(from);
    if (content === undefined) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    const mode = modes.get(from);
    files.delete(from);
    modes.delete(from);
    links.delete(to);
    files.set(to, content);
    if (mode !== undefined) modes.set(to, mode);
    say(id, true);
  });
}

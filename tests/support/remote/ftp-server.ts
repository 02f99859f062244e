/**
 * An FTP server by RFC 959, with passive mode, EPSV (RFC 2428) and explicit TLS (RFC 4217): as much of it as a client needs
 * who reads and writes files of one folder. No package that is kept serves FTP on the Node of today.
 */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket, type SecureContext } from 'node:tls';
import { posix } from 'node:path';
import { FOLDER, MachineFiles, PASSWORD, USER, type Machine } from './machine.ts';
import { selfSigned } from './self-signed.ts';

interface FtpOptions {
  /** Whether it knows TLS, and lets nobody in without. */
  readonly tls?: boolean;
  readonly files?: MachineFiles;
  readonly port?: number;
  /** It does not know EPSV. */
  readonly old?: boolean;
  /** Nobody may list its folders. */
  readonly unlisted?: boolean;
  /** Where PASV says that data is exchanged; not where it is. */
  readonly elsewhere?: { readonly host: string; readonly port: number };
}

/** Starts one. */
export async function startFtpServer(options: FtpOptions = {}): Promise<Machine> {
  const { files = new MachineFiles(), port = 0 } = options;
  const context = options.tls === true ? createSecureContext(selfSigned('127.0.0.1')) : null;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    new Session(socket, files, context, options);
  });
  await listen(server, port);
  return {
    files,
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((ended) => server.close(ended));
    },
  };
}

function listen(server: Server, port = 0): Promise<void> {
  return new Promise((ready, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => ready());
  });
}

class Session {
  readonly files: MachineFiles;
  readonly context: SecureContext | null;
  readonly options: FtpOptions;
  #control: Socket;
  readonly #raw: Socket;
  #folder = '/';
  #user = '';
  #isIn = false;
  #protects = false;
  #renamed = '';
  #data: Promise<Socket> | null = null;
  #rest = '';

  constructor(
    socket: Socket,
    files: MachineFiles,
    context: SecureContext | null,
    options: FtpOptions,
  ) {
    this.files = files;
    this.context = context;
    this.options = options;
    this.#control = socket;
    this.#raw = socket;
    socket.on('close', files.opened());
    socket.on('error', () => undefined);
    if (files.fault === 'silent') return;
    this.#hear(socket);
    this.#say('220 ready');
  }

  #hear(socket: Socket): void {
    socket.on('data', (bytes: Buffer) => {
      this.#rest += bytes.toString('utf8');
      for (let end = this.#rest.indexOf('\r\n'); end >= 0; end = this.#rest.indexOf('\r\n')) {
        const line = this.#rest.slice(0, end);
        this.#rest = this.#rest.slice(end + 2);
        const [command = '', ...words] = line.split(' ');
        void this.#do(command.toUpperCase(), words.join(' '));
      }
    });
  }

  #say(line: string): void {
    if (!this.#control.destroyed) this.#control.write(`${line}\r\n`);
  }

  async #do(command: string, of: string): Promise<void> {
    if (command === 'QUIT') return void this.#control.end('221 bye\r\n');
    if (command === 'AUTH') return this.#beginTls();
    if (command === 'USER') {
      if (this.context !== null && this.#control === this.#raw) {
        return this.#say('530 Non-anonymous sessions must use encryption.');
      }
      this.#user = of;
      return this.#say('331 password');
    }
    if (command === 'PASS') {
      this.#isIn = this.#user === USER && of === PASSWORD;
      this.files.logins.push(this.#isIn);
      return this.#say(this.#isIn ? '230 in' : '530 Login incorrect.');
    }
    if (!this.#isIn) return this.#say('530 log in');
    if (this.files.fault === 'hangs') return;
    await this.#doInside(command, of);
  }

  async #doInside(command: string, of: string): Promise<void> {
    const path = posix.resolve(this.#folder, of);
    const { files } = this.files;
    switch (command) {
      case 'TYPE':
      case 'STRU':
      case 'OPTS':
      case 'PBSZ':
        return this.#say('200 ok');
      case 'FEAT':
        return this.#say('211-Features:\r\n UTF8\r\n211 end');
      case 'PROT':
        this.#protects = of === 'P';
        return this.#say('200 ok');
      case 'CWD':
        if (path !== FOLDER && path !== '/') return this.#say('550 No such directory.');
        this.#folder = path;
        return this.#say('250 ok');
      case 'EPSV':
      case 'PASV':
        return this.#passive(command);
      case 'LIST':
        // What some clients say of how to list (`-a`) is the folder's name to old servers.
        return of === '' ? this.#list() : this.#say('550 No such directory.');
      case 'RETR':
        return this.#read(path);
      case 'STOR':
        return this.#receive(path);
      case 'DELE':
        return this.#say(files.delete(path) ? '250 gone' : '550 No such file.');
      case 'RNFR':
        this.#renamed = path;
        return this.#say(files.has(path) ? '350 to' : '550 No such file.');
      case 'RNTO': {
        if (!this.files.renamesTo(path)) return this.#say('553 It exists.');
        const content = files.get(this.#renamed);
        files.delete(this.#renamed);
        if (content !== undefined) files.set(path, content);
        return this.#say('250 ok');
      }
      default:
        return this.#say('502 not known');
    }
  }

  #beginTls(): void {
    if (this.context === null) return this.#say('502 not known');
    this.#say('234 go on');
    this.#raw.removeAllListeners('data');
    const secure = new TLSSocket(this.#raw, { isServer: true, secureContext: this.context });
    secure.on('error', () => this.#raw.destroy());
    this.#control = secure;
    this.#hear(secure);
  }

  async #passive(command: 'EPSV' | 'PASV'): Promise<void> {
    const { old = false, elsewhere } = this.options;
    if (command === 'EPSV' && old) return this.#say('502 not known');
    const server = createServer();
    await listen(server);
    const { port: open } = server.address() as AddressInfo;
    const { host, port } = elsewhere ?? { host: '127.0.0.1', port: open };
    const close = () => server.close();
    this.#raw.once('close', close);
    this.#data = new Promise((given) => {
      server.once('connection', (socket) => {
        close();
        this.#raw.off('close', close);
        socket.on('error', () => undefined);
        given(socket);
      });
    });
    this.#say(
      command === 'EPSV'
        ? `229 Entering (|||${port}|)`
        : `227 Entering (${host.replaceAll('.', ',')},${port >> 8},${port & 255})`,
    );
  }

  async #connected(): Promise<Socket | null> {
    const raw = await this.#data;
    this.#data = null;
    if (raw === null || !this.#protects || this.context === null) return raw;
    const secure = new TLSSocket(raw, { isServer: true, secureContext: this.context });
    secure.on('error', () => raw.destroy());
    return secure;
  }

  async #list(): Promise<void> {
    if (this.options.unlisted === true) return this.#say('550 Permission denied.');
    const lines = this.files.names.map((name) => `-rw-r--r-- 1 u g 1 Jan  1 00:00 ${name}\r\n`);
    await this.#send(Buffer.from(lines.join('')));
  }

  async #read(path: string): Promise<void> {
    const { fault, files } = this.files;
    const content = files.get(path);
    if (content === undefined || fault === 'unreadable') return this.#say('550 Failed to open.');
    if (fault === 'busy') return this.#say('450 File busy.');
    await this.#send(content);
  }

  async #send(content: Buffer): Promise<void> {
    this.#say('150 here it comes');
    const data = await this.#connected();
    if (this.files.fault === 'endless') {
      const more = () => {
        while (data?.writable === true && data.write(Buffer.alloc(65_536, 0x20))) continue;
      };
      data?.on('drain', more);
      return more();
    }
    data?.end(content, () => this.#say('226 done'));
  }

  async #receive(path: string): Promise<void> {
    if (this.files.fault === 'read-only') return this.#say('553 Permission denied.');
    const breaks = this.files.breaksAt(path);
    this.#say('150 go on');
    const data = await this.#connected();
    const chunks: Buffer[] = [];
    data?.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (!breaks) return;
      this.files.keep(path, chunk.subarray(0, 5));
      data.destroy();
      this.#raw.destroy();
    });
    data?.on('end', () => {
      this.files.keep(path, Buffer.concat(chunks));
      data.end();
      this.#say('226 done');
    });
  }
}

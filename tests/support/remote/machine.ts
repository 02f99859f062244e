/** The machine of a game server, as somebody sees it who logs in for files. */

/**
 * What is wrong with it. silent: it takes connections and says nothing. hangs: from the log-in on it says nothing. drops: the
 * connection breaks while a file is written. read-only: nothing can be written. no-rename: a file that is there stays.
 * breaks-over: that too, and the connection breaks while one is written over. endless: the file that is read has no end.
 * corrupts: what is written is not what is kept. busy, unreadable: a file that is there cannot be read.
 */
export type Fault =
  | 'silent'
  | 'hangs'
  | 'drops'
  | 'read-only'
  | 'no-rename'
  | 'breaks-over'
  | 'endless'
  | 'corrupts'
  | 'busy'
  | 'unreadable';

export const USER = 'gameserver';
/** It must be found nowhere. */
export const PASSWORD = 'canary-ftp-secret';
export const FOLDER = '/dayz';

export class MachineFiles {
  /** By path. */
  readonly files = new Map<string, Buffer>();
  /** Who may do what with a file, by its path; and where a link leads. Over SFTP alone. */
  readonly modes = new Map<string, number>();
  readonly links = new Map<string, string>();
  fault: Fault | null = null;
  /** Log-ins that it let in, and those that it did not. */
  readonly logins: boolean[] = [];
  /** Connections that were made. */
  connections = 0;
  /** The most that were open at one moment. */
  mostAtOnce = 0;
  #open = 0;

  text(name: string): string | undefined {
    return this.files.get(`${FOLDER}/${name}`)?.toString('utf8');
  }

  put(name: string, text: string): void {
    this.files.set(`${FOLDER}/${name}`, Buffer.from(text));
  }

  get names(): readonly string[] {
    return [...this.files.keys()].map((path) => path.slice(FOLDER.length + 1)).toSorted();
  }

  /** A file is kept, as far as it can be. */
  keep(path: string, content: Buffer): void {
    const isHurt = this.fault === 'corrupts';
    this.files.set(path, isHurt ? content.subarray(0, content.length / 3) : content);
  }

  /** Whether the connection breaks while this file is written. */
  breaksAt(path: string): boolean {
    return this.fault === 'drops' || (this.fault === 'breaks-over' && this.files.has(path));
  }

  /** Whether another file may take this one's name. */
  renamesTo(path: string): boolean {
    return (this.fault !== 'no-rename' && this.fault !== 'breaks-over') || !this.files.has(path);
  }

  opened(): () => void {
    this.connections += 1;
    this.#open += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#open);
    let isOpen = true;
    return () => {
      if (isOpen) this.#open -= 1;
      isOpen = false;
    };
  }
}

/** A running server for files. */
export interface Machine {
  readonly files: MachineFiles;
  readonly port: number;
  stop(): Promise<void>;
}

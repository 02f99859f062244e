import type { Terminal } from '../terminal.ts';

/** What a command on recordings says, and where. */
export interface Voice {
  /** The answer, on standard output. */
  say(line: string): void;
  /** What else has to be said, on standard error. */
  warn(line: string): void;
  /** How far long work is, where somebody watches; called often. */
  progress(done: number, all: number): void;
  /** How far work is whose end nobody knows; called often. */
  status(line: string): void;
  /** Clears the progress. */
  done(): void;
}

const PROGRESS_MS = 200;

/** The voice of this process. Progress shows on a terminal alone, on one line that goes again. */
export function processVoice(terminal: Pick<Terminal, 'say'>): Voice {
  const { stderr } = process;
  let told = Date.now();
  let shown = false;
  const clear = (): void => {
    if (shown) stderr.write('\r\u001b[K');
    shown = false;
  };
  const show = (line: string): void => {
    const now = Date.now();
    if (!stderr.isTTY || now - told < PROGRESS_MS) return;
    told = now;
    shown = true;
    stderr.write(`\r${line}`);
  };
  return {
    say: (line) => {
      clear();
      terminal.say(line);
    },
    warn: (line) => {
      clear();
      stderr.write(`${line}\n`);
    },
    progress: (done, all) => {
      if (all > 0) show(`${Math.floor((done / all) * 100)} % of ${Math.ceil(all / 1_048_576)} MB`);
    },
    status: show,
    done: clear,
  };
}

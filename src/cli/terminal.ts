import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** What a command says and asks; tests give one that answers by itself. */
export interface Terminal {
  /** Writes a line on standard output. */
  say(line: string): void;
  /** Asks for a line. `hidden`: what is typed does not show. Piped input is read line by line instead. */
  ask(question: string, options?: { readonly hidden?: boolean }): Promise<string>;
}

/** A command line that cannot be run. The message is for the person who typed it. */
export class UsageError extends Error {
  readonly kind = 'usage';
}

/** Whoever read what was said has gone, as `head` does when it has enough. */
export class OutputClosed extends Error {
  readonly kind = 'output-closed';
}

/** The terminal of this process. It listens only once something is asked, so that Ctrl-C works as always. */
export function processTerminal(): Terminal & { close(): void } {
  let prompt: Prompt | null = null;
  return {
    say: (line) => {
      if (process.stdout.destroyed) throw new OutputClosed('Nobody reads any more.');
      process.stdout.write(`${line}\n`);
    },
    ask: (question, options = {}) => {
      prompt ??= process.stdin.isTTY ? typedPrompt() : pipedPrompt();
      return prompt.ask(question, options.hidden === true);
    },
    close: () => prompt?.close(),
  };
}

interface Prompt {
  ask(question: string, hidden: boolean): Promise<string>;
  close(): void;
}

function typedPrompt(): Prompt {
  let muted = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!muted) process.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  return {
    ask: (question, hidden) =>
      new Promise((answered, ended) => {
        const closed = () => ended(new UsageError('Nothing was typed.'));
        lines.once('close', closed);
        lines.question(question, (answer) => {
          lines.off('close', closed);
          if (muted) process.stderr.write('\n');
          muted = false;
          answered(answer);
        });
        muted = hidden;
      }),
    close: () => lines.close(),
  };
}

function pipedPrompt(): Prompt {
  const lines = createInterface({ input: process.stdin });
  const read = lines[Symbol.asyncIterator]();
  return {
    ask: async (question) => {
      const line: IteratorResult<string, undefined> = await read.next();
      if (line.done !== true) return line.value;
      throw new UsageError(
        `Standard input ended before it answered: ${question.trim().replace(/:$/, '')}.`,
      );
    },
    close: () => lines.close(),
  };
}

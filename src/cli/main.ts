import { plainSentence } from '../host/plain-sentence.ts';
import { runCommand, usageSentence } from './run.ts';
import { OutputClosed, processTerminal } from './terminal.ts';

/** As a shell tells of a program that was ended because nobody reads what it says. */
const SIGPIPE = 141;

for (const output of [process.stdout, process.stderr]) {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exitCode = SIGPIPE;
  });
}

const terminal = processTerminal();
try {
  process.exitCode = await runCommand(process.argv.slice(2), process.env, terminal);
} catch (error) {
  const usage = usageSentence(error);
  if (error instanceof OutputClosed) process.exitCode = SIGPIPE;
  else {
    console.error(usage ?? plainSentence(error) ?? error);
    process.exitCode = usage === null ? 1 : 2;
  }
} finally {
  terminal.close();
}

import { plainSentence } from '../host/plain-sentence.ts';
import { runCommand, usageSentence } from './run.ts';
import { OutputClosed, processTerminal } from './terminal.ts';

/** As a shell tells of a program that was ended because nobody reads what it says. */
const SIGPIPE = 141;
/** The command could not be run; 1 is a finding of one that was. */
const NOT_RUN = 2;

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
  if (error instanceof OutputClosed) process.exitCode = SIGPIPE;
  else {
    console.error(usageSentence(error) ?? plainSentence(error) ?? error);
    process.exitCode = NOT_RUN;
  }
} finally {
  terminal.close();
}

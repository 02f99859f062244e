import { plainSentence } from '../host/plain-sentence.ts';
import { runCommand, usageSentence } from './run.ts';
import { processTerminal } from './terminal.ts';

const terminal = processTerminal();
try {
  process.exitCode = await runCommand(process.argv.slice(2), process.env, terminal);
} catch (error) {
  console.error(usageSentence(error) ?? plainSentence(error) ?? error);
  process.exitCode = 1;
} finally {
  terminal.close();
}

import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from '../lib/project.mjs';

/**
 * @typedef {import('./judge.mjs').Question} Question
 * @typedef {ReturnType<typeof openJudge>} Judge
 */

/**
 * Starts a process that judges mutants.
 * @param {import('./judge.mjs').Opening} opening
 * @param {string} file where it reads its opening
 */
export function openJudge(opening, file) {
  writeFileSync(file, JSON.stringify(opening));
  const child = fork(join(import.meta.dirname, 'judge.mjs'), [file], {
    cwd: projectDir,
    // A group of its own, so that all it started can be ended with it.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ready = said();
  return {
    /**
     * Answers what the process says, or 'ran away' where it says nothing in time; it is ended then.
     * @param {Question} question
     * @param {number} patience milliseconds
     * @returns {Promise<any>}
     */
    async ask(question, patience) {
      await ready;
      const answer = said();
      child.send(question);
      /** @type {NodeJS.Timeout | undefined} */
      let timer;
      const late = new Promise((resolve) => {
        timer = setTimeout(() => resolve('ran away'), patience);
      });
      const first = await Promise.race([answer, late]);
      clearTimeout(timer);
      if (first === 'ran away' && child.exitCode === null && child.pid !== undefined) {
        process.kill(-child.pid, 'SIGKILL');
      }
      return first;
    },
    async close() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.send('close');
      await gone;
    },
  };

  /** The next thing that the process says. @returns {Promise<unknown>} */
  function said() {
    return new Promise((resolve) => {
      const ended = () => resolve('ran away');
      child.once('exit', ended);
      child.once('message', (message) => {
        child.off('exit', ended);
        resolve(message);
      });
    });
  }
}

import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { projectDir } from './project.mjs';

/**
 * The environment of a program that a script starts: this very Node comes first in its path.
 * @returns {NodeJS.ProcessEnv}
 */
export function childEnvironment() {
  const separator = process.platform === 'win32' ? ';' : ':';
  return { ...process.env, PATH: dirname(process.execPath) + separator + (process.env.PATH ?? '') };
}

/**
 * Runs a program of a package on this very Node, and tells its exit code (a signal counts as 1).
 * @param {string} script path below node_modules
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean }} [options] `quiet` keeps the output, and shows it only on failure
 * @returns {Promise<number>}
 */
export function runTool(script, args, options = {}) {
  const file = join(projectDir, 'node_modules', script);
  return runProgram(process.execPath, [file, ...args], options);
}

/**
 * Runs any program in the project's folder and tells its exit code.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean }} [options]
 * @returns {Promise<number>}
 */
export function runProgram(program, args, { env = {}, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: projectDir,
      env: { ...childEnvironment(), ...(process.stderr.isTTY ? {} : { NO_COLOR: '1' }), ...env },
      // Standard output is the started program's own; tools report on the error output.
      stdio: ['ignore', quiet ? 'pipe' : 2, quiet ? 'pipe' : 2],
    });
    /** @type {Buffer[]} */
    const output = [];
    child.stdout?.on('data', (data) => output.push(data));
    child.stderr?.on('data', (data) => output.push(data));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code !== 0) process.stderr.write(Buffer.concat(output));
      resolve(code ?? 1);
    });
  });
}

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * @typedef {object} Programs
 * @property {string} checkout
 * @property {string} dataDir
 * @property {string} origin of the host
 * @property {(args: readonly string[]) => Promise<string>} muster runs a command; answers what it printed
 * @property {(args: readonly string[], ready: RegExp) => Promise<import('node:child_process').ChildProcess>} keep
 *   runs a command that lives on, until it has printed what says that it is ready
 * @property {() => Promise<void>} stop
 */

/** The folder below which the made servers' own logs lie. */
export const LOG_ROOT = '/tmp/muster-landed-logs';

/**
 * Starts the host of a checkout with a data folder.
 * @param {string} checkout
 * @param {string} dataDir
 * @returns {Promise<Programs>}
 */
export async function startPrograms(checkout, dataDir) {
  const env = {
    ...process.env,
    MUSTER_DATA: dataDir,
    MUSTER_LOG_ROOT: LOG_ROOT,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'warn',
  };
  /** @type {import('node:child_process').ChildProcess[]} */
  const running = [];
  const command = join(checkout, 'dist/cli/main.js');

  /**
   * @param {string} script
   * @param {readonly string[]} args
   * @param {RegExp} ready
   */
  const start = async (script, args, ready) => {
    const child = spawn(process.execPath, [script, ...args], { env, stdio: 'pipe' });
    running.push(child);
    let said = '';
    /** @type {Promise<string>} */
    const answered = new Promise((resolve, reject) => {
      /** @param {Buffer} text */
      const hear = (text) => {
        said += text.toString('utf8');
        const found = ready.exec(said);
        if (found !== null) resolve(found[1] ?? '');
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', () => reject(new Error(`${script} ended:\n${said}`)));
    });
    return { child, found: await answered };
  };

  const host = await start(join(checkout, 'dist/host/main.js'), [], /is ready at (http:\/\/\S+)/);
  return {
    checkout,
    dataDir,
    origin: host.found,
    muster: async (args) =>
      (await promisify(execFile)(process.execPath, [command, ...args], { env })).stdout,
    keep: async (args, ready) => (await start(command, args, ready)).child,
    stop: async () => {
      for (const child of running.toReversed()) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const gone = once(child, 'exit');
        child.kill('SIGINT');
        await gone;
      }
    },
  };
}

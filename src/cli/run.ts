import { randomBytes } from 'node:crypto';
import { argon2Hashing } from '../host/account/hashing.ts';
import { ACCOUNT_HELP, adminAccount } from './admin-account.ts';
import { adminErase, ERASE_HELP } from './admin-erase.ts';
import { adminExport, EXPORT_HELP } from './admin-export.ts';
import { adminInvitation, INVITATION_HELP } from './admin-invitation.ts';
import { adminLink, adminUnlink, LINK_HELP, UNLINK_HELP } from './admin-link.ts';
import { adminLogFolder, LOG_FOLDER_HELP } from './admin-log-folder.ts';
import { adminOutbox, OUTBOX_HELP } from './admin-outbox.ts';
import { adminPlan, PLAN_HELP } from './admin-plan.ts';
import { adminRestrict, RESTRICT_HELP } from './admin-restrict.ts';
import { adminStatus, adminTitle, STATUS_HELP, TITLE_HELP } from './admin-standing.ts';
import { adminReload, RELOAD_HELP } from './admin-reload.ts';
import { AUDIT_HELP, auditVerify } from './audit-verify.ts';
import { DEMO_HELP } from './demo/arguments.ts';
import { demoCommand } from './demo/command.ts';
import { withInstallation, type Installation } from './installation.ts';
import { reduce } from '../domain/reduce.ts';
import { record, RECORD_HELP } from './recordings/record.ts';
import { diffBuilds } from './recordings/compare.ts';
import { RECORDING_COMMANDS } from './recordings/commands.ts';
import { processVoice } from './recordings/voice.ts';
import { serve } from './recordings/serve.ts';
import { askedToStop, simCommand } from './sim.ts';
import { type Terminal, UsageError } from './terminal.ts';
import { setFlagsFromString } from 'node:v8';

const HELP = `muster: looks after a Muster installation from the terminal

  muster admin account      make an account
  muster admin outbox       print the mails that wait
  muster admin invitation   print a link with which one person can sign up
  muster admin log-folder   let an account read game logs from a folder
  muster admin link         make an account and a player one person
  muster admin unlink       undo that
  muster admin erase        erase a person
  muster admin export       write what is kept about a person into a file
  muster admin plan         set the plan of an account, or restrict it
  muster admin restrict     restrict a server
  muster admin status       ban, disable or close an account, or let it in again
  muster admin title        give an account a title
  muster admin reload       reload parts of the portal in every open tab
  muster audit verify       check that nobody changed the audit
  muster demo               look at a Muster with made-up servers and players
  muster sim                run a simulated game server

  muster record             record what happens on the servers

  muster replay FILE        play a recording, and say what is known at its end
  muster diff A B           find where the rows of two recordings begin to differ
  muster bisect FILE        find the event after which something is true
  muster redact FILE        take names, ids and addresses out of a recording
  muster verify FILE        check that a recording is whole

Each has --help. 'admin', 'audit' and 'record' use the settings of Muster (docs/settings.md), and work while
it runs. What takes a FILE needs neither Muster nor its database.
`;

interface Context {
  readonly args: readonly string[];
  readonly installation: Installation;
  readonly terminal: Terminal;
  readonly now: number;
}

interface Command {
  readonly help: string;
  /** Whether it takes options. */
  readonly options: boolean;
  /** Answers the exit code. */
  readonly run: (context: Context) => Promise<number>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  'admin account': {
    help: ACCOUNT_HELP,
    options: true,
    run: async ({ args, installation, terminal, now }) => {
      const hashing = await argon2Hashing(randomBytes(32).toString('base64'));
      await adminAccount(args, installation, terminal, hashing, now);
      return 0;
    },
  },
  'admin outbox': {
    help: OUTBOX_HELP,
    options: false,
    run: async ({ installation, terminal, now }) => {
      await adminOutbox(installation, terminal, now);
      return 0;
    },
  },
  'admin invitation': {
    help: INVITATION_HELP,
    options: true,
    run: async ({ args, installation, terminal, now }) => {
      await adminInvitation(args, installation, terminal, now);
      return 0;
    },
  },
  'admin log-folder': {
    help: LOG_FOLDER_HELP,
    options: true,
    run: async ({ args, installation, terminal, now }) => {
      await adminLogFolder(args, installation, terminal, now);
      return 0;
    },
  },
  'admin link': {
    help: LINK_HELP,
    options: true,
    run: async ({ args, installation, terminal, now }) => {
      await adminLink(args, installation, terminal, now);
      return 0;
    },
  },
  'admin unlink': {
    help: UNLINK_HELP,
    options: true,
    run: async ({ args, installation, terminal, now }) => {
      await adminUnlink(args, installation, terminal, now);
      return 0;
    },
  },
  'admin erase': {
    help: ERASE_HELP,
    options: true,
    run: async ({ args, installation, terminal, now }) => {
      await adminErase(args, installation, terminal, now);
      return 0;
    },
  },
  'admin export': {
    help: EXPORT_HELP,
    options: true,
    run: async ({ args, installation, terminal, now }) => {
      await adminExport(args, installation, terminal, now);
      return 0;
    },
  },
  'admin plan': {
    help: PLAN_HELP,
    options: true,
    run: async ({ args, installation, terminal, now }) => {
      await adminPlan(args, installation, terminal, now);
      return 0;
    },
  },
  'admin restrict': {
    help: RESTRICT_HELP,
    options: true,
    run: async ({ args, installation, terminal, now }) => {
      await adminRestrict(args, installation, terminal, now);
      return 0;
    },
  },
  'admin status': {
    help: STATUS_HELP,
    options: true,
    run: async ({ args, installation, terminal, now }) => {
      await adminStatus(args, installation, terminal, now);
      return 0;
    },
  },
  'admin title': {
    help: TITLE_HELP,
    options: true,
    run: async ({ args, installation, terminal, now }) => {
      await adminTitle(args, installation, terminal, now);
      return 0;
    },
  },
  'admin reload': {
    help: RELOAD_HELP,
    options: true,
    run: async ({ args, installation, terminal, now }) => {
      await adminReload(args, installation, terminal, now);
      return 0;
    },
  },
  record: {
    help: RECORD_HELP,
    options: true,
    run: ({ args, installation, terminal, now }) =>
      record(args, installation, processVoice(terminal), askedToStop(), now),
  },
  'audit verify': {
    help: AUDIT_HELP,
    options: false,
    run: ({ installation, terminal }) => auditVerify(installation, terminal),
  },
};

/** Runs one command line; answers the exit code. Throws `UsageError`, and what the host's parts throw. */
export async function runCommand(
  line: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  if (line[0] === 'sim') return simCommand(line.slice(1));
  if (line[0] !== undefined && RECORDING_COMMANDS.has(line[0])) {
    return recordingCommand(line[0], line.slice(1), terminal);
  }
  if (line[0] === 'demo') {
    if (!line.includes('--help')) return demoCommand(line.slice(1), environment, terminal);
    terminal.say(DEMO_HELP);
    return 0;
  }
  if (line.length === 0 || line[0] === '--help' || line[0] === 'help') {
    terminal.say(HELP);
    return 0;
  }
  // Most are two words.
  const words = Object.hasOwn(COMMANDS, line[0] ?? '') ? 1 : 2;
  const [name, args] = [line.slice(0, words).join(' '), line.slice(words)];
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    throw new UsageError(`There is no command '${name}': see muster --help.`);
  }
  if (args.includes('--help')) {
    terminal.say(command.help);
    return 0;
  }
  if (!command.options && args.length > 0) {
    throw new UsageError(`muster ${name} takes no options: leave '${args.join(' ')}' out.`);
  }
  return withInstallation(environment, (installation) =>
    command.run({ args, installation, terminal, now: Date.now() }),
  );
}

/** As with diff(1): 0 is good, 1 is a finding, 2 is a command that could not be run. */
async function recordingCommand(
  name: string,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const command = RECORDING_COMMANDS.get(name);
  const voice = processVoice(terminal);
  if (command === undefined || args.includes('--help')) {
    terminal.say(command?.help ?? HELP);
    return 0;
  }
  keepHeapSmall();
  try {
    if (name === 'replay' && args.includes('--serve')) {
      return await serve(args, { voice, reduce }, askedToStop());
    }
    if (name === 'diff' && args.some((arg) => /^--against(=|$)/.test(arg))) {
      return await diffBuilds(args, { voice, reduce });
    }
    return command.run(args, { voice, reduce });
  } catch (error) {
    const sentence = usageSentence(error);
    if (sentence === null) throw error;
    voice.warn(sentence);
    return 2;
  }
}

/** What an error of a command line says; null where nobody foresaw it. */
export function usageSentence(error: unknown): string | null {
  if (error instanceof UsageError) return error.message;
  const parsed = error instanceof TypeError && 'code' in error ? String(error.code) : '';
  if (!parsed.startsWith('ERR_PARSE_ARGS')) return null;
  const [sentence = ''] = (error instanceof Error ? error.message : '').split('. ');
  return `${sentence.replace(/\.$/, '')}: see --help.`;
}

/**
 * Lets the heap grow by half of what lives in it and no more: old rows go sooner. By default Node
 * waits until it is four times as large.
 */
function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=50');
}

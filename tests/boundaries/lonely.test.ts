import { beforeAll, expect, test } from 'vitest';
import { readSources, usesIn, type Sources } from './sources.ts';

const FEW_LINES = 20;

/** Why a file so small stands by itself though one other uses it alone; `/` at its end: every file of that folder. */
const REASONS: Readonly<Record<string, string>> = {
  'domain/account/restricted-modal.ts': 'it is a rule of the domain, and who shows is the portal',
  'domain/arrangements/rules.ts': 'every feature says in its rules.ts what its calls make of rows',
  'domain/doors/': 'each rule of the decision is a file',
  'domain/presence/reduce.ts': 'every feature says in its reduce.ts what its events change',
  'domain/saved-views/rules.ts': 'every feature says in its rules.ts what its calls make of rows',
  'domain/search/identifier.ts': 'it is a rule of the domain, and who asks is the portal',
  'domain/servers/nav-order.ts': 'it is a rule of the domain, and who moves is the portal',
  'domain/webhooks/event.ts': 'it is a rule of the domain, and who tells is the host',
  'domain/webhooks/target.ts': 'it is a rule of the domain, and who keeps is the host',
  'domain/walls/rules.ts': 'every feature says in its rules.ts what its calls make of rows',
  'host/store/migrations/': 'a migration is a file',
  'host/store/tables/': 'the tables of a feature are a file',
  'ui/app/forget-account.ts': 'what signing out takes away is tested with the page that does it',
  'protocol/arrangements/calls.ts': 'every feature declares its calls in its calls.ts',
  'protocol/notes/calls.ts': 'every feature declares its calls in its calls.ts',
  'protocol/players/events.ts': 'every feature declares its events in its events.ts',
  'protocol/saved-views/resource.ts': 'every feature declares its rows in its resource.ts',
  'sim/net/real-network.ts':
    'the networks stand beside each other: of sockets, in memory, a bad one',
  'ui/audit/account-audit-page.tsx': 'a page is loaded by itself',
  'ui/replay/served-replay.tsx': 'what it shows is loaded later, and most visits never load it',
  'ui/servers/add/page.tsx': 'a page is loaded by itself',
  'ui/servers/list/account-titles.tsx':
    'what it shows is loaded later, and most accounts have none',
  'ui/shell/frame/bare.tsx': 'the frames are the shell’s, and the app chooses between them',
  'ui/shell/palette/ask-dialog.tsx': 'dialogs come after the page that is looked at',
  'ui/text/en/': 'the texts of a namespace are a file',
  'ui/text/mend-language.ts': 'it has to run before another import is read',
  'ui/walls/screen/quick-wall-page.tsx': 'a page is loaded by itself',
};

/** Small files that one other uses alone. */
function lonely(files: Sources): readonly string[] {
  const users = new Map<string, Set<string>>();
  for (const { file, target } of usesIn(files)) {
    users.set(target, (users.get(target) ?? new Set()).add(file));
  }
  return [...files].flatMap(([file, text]) =>
    users.get(file)?.size === 1 && text.split('\n').length <= FEW_LINES ? file : [],
  );
}

const isReasonFor = (reason: string, file: string) =>
  reason.endsWith('/') ? file.startsWith(reason) : file === reason;

const withoutReason = (files: Sources) =>
  lonely(files).filter((file) => !Object.keys(REASONS).some((one) => isReasonFor(one, file)));

let files: Sources;

beforeAll(async () => {
  files = await readSources();
});

test('a small file with one user has a reason to stand by itself', () => {
  expect(withoutReason(files)).toEqual([]);
});

test('a reason is given for nothing else', () => {
  const found = lonely(files);
  const idle = Object.keys(REASONS).filter((one) => !found.some((file) => isReasonFor(one, file)));
  expect(idle).toEqual([]);
});

test('a small helper is refused that one file uses alone', () => {
  const planted = new Map([
    ...files,
    ['ui/parts/helper.ts', 'export const helper = 1;\n'],
    ['ui/parts/user.ts', "import { helper } from './helper.ts';\nexport const used = helper;\n"],
  ]);
  expect(withoutReason(planted)).toContain('ui/parts/helper.ts');
});

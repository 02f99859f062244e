import { type Setting, settingTable } from './settings.ts';

/** The text of `docs/settings.md`, which `npm run docs` writes. */
export function settingsDocument(): string {
  const rows = Object.values(settingTable).map(row);
  return `# Settings

Muster takes its settings from the environment, reads them once when it starts, and says in one sentence
what to change when a value does not do. An empty variable counts as absent.

\`\`\`sh
PORT=8080 MUSTER_ORIGIN=https://muster.example.org npm start
\`\`\`

| Variable | Without it | What it is for |
| --- | --- | --- |
${rows.join('\n')}

For developers, the tests take two more: \`CHROMIUM_PATH\`, the browser to run them in (else Playwright's own,
the system's, or one out of a package is found; the browser lane takes the one out
of the package wherever that runs, under \`LANG=C\`), and \`MUSTER_CORPUS\`, a folder of recordings (without
it, the tests that replay them are counted as skipped).

This page is made from \`src/host/settings.ts\` by \`npm run docs\`.
`;
}

function row(setting: Setting): string {
  const without = setting.fallbackInWords ?? `\`${setting.fallback ?? ''}\``;
  return `| \`${setting.variable}\` | ${without} | ${setting.description} It must be ${setting.expected}. |`;
}

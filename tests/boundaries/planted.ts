/** A file planted into a copy of the layers, and whether a keeper must refuse it. */
export interface Planted {
  /** Path below `src/`. */
  readonly file: string;
  readonly text: string;
  /** Words of the complaint that must come; null where none may come. */
  readonly complaint: string | null;
}

const uses = (layer: string, other: string, complaint: string | null): Planted => ({
  file: `${layer}/${complaint === null ? 'may' : 'must-not'}-use-${other}.ts`,
  text: `import { ${other} } from '../${other}/${other}.ts';\nexport const used = ${other};\n`,
  complaint,
});

/** What lies outside a project and its references is not listed in it. */
const unlisted = 'TS6307';

/** What the compiler alone keeps, by each layer's references, `lib` and `types`. */
export const plantedForCompiler: readonly Planted[] = [
  uses('protocol', 'domain', unlisted),
  uses('domain', 'protocol', null),
  uses('domain', 'worker', unlisted),
  uses('domain', 'host', unlisted),
  uses('worker', 'domain', null),
  uses('worker', 'ui', unlisted),
  uses('worker', 'host', unlisted),
  uses('ui', 'worker', null),
  uses('ui', 'host', unlisted),
  uses('ui', 'sim', unlisted),
  uses('host', 'domain', null),
  uses('host', 'worker', unlisted),
  uses('host', 'sim', unlisted),
  uses('host', 'cli', unlisted),
  uses('sim', 'protocol', null),
  uses('sim', 'host', unlisted),
  uses('sim', 'domain', unlisted),
  uses('testing', 'domain', null),
  uses('testing', 'host', unlisted),
  uses('cli', 'host', null),
  uses('cli', 'ui', unlisted),
  {
    file: 'domain/sees-a-page.ts',
    text: 'export const title = document.title;\n',
    complaint: 'document',
  },
  { file: 'domain/sees-timers.ts', text: 'setTimeout(() => {}, 1);\n', complaint: 'setTimeout' },
  {
    file: 'domain/sees-node.ts',
    text: "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n",
    complaint: 'node:fs',
  },
  {
    file: 'protocol/sees-node.ts',
    text: 'export const pid = process.pid;\n',
    complaint: 'process',
  },
  {
    file: 'worker/sees-a-page.ts',
    text: 'export const title = document.title;\n',
    complaint: 'document',
  },
  {
    file: 'host/sees-a-page.ts',
    text: 'export const title = document.title;\n',
    complaint: 'document',
  },
  { file: 'host/sees-node.ts', text: 'export const pid = process.pid;\n', complaint: null },
];

const layers = 'muster(layers)';
const games = 'muster(games)';

/** What the lint rules keep: the kind of an import, the worker's address, packages, and habits. */
export const plantedForLint: readonly Planted[] = [
  {
    file: 'ui/pages/types-of-the-contract.ts',
    text: "import type { worker } from '../../worker/contract.ts';\nexport type Used = typeof worker;\n",
    complaint: null,
  },
  {
    file: 'ui/pages/values-of-the-contract.ts',
    text: "import { worker } from '../../worker/contract.ts';\nexport const used = worker;\n",
    complaint: layers,
  },
  {
    file: 'ui/pages/types-of-other-files.ts',
    text: "import type { worker } from '../../worker/worker.ts';\nexport type Used = typeof worker;\n",
    complaint: layers,
  },
  {
    file: 'ui/pages/imports-later.ts',
    text: "export const later = () => import('../../worker/worker.ts');\n",
    complaint: layers,
  },
  {
    file: 'ui/pages/passes-on.ts',
    text: "export { worker } from '../../worker/worker.ts';\n",
    complaint: layers,
  },
  {
    file: 'ui/data/connect.ts',
    text: "export const address = new URL('../../worker/main.ts', import.meta.url);\n",
    complaint: null,
  },
  {
    file: 'ui/data/another-connect.ts',
    text: "export const address = new URL('../../worker/main.ts', import.meta.url);\n",
    complaint: layers,
  },
  {
    file: 'ui/pages/stores.ts',
    text: "import { Dexie } from 'dexie';\nexport const used = Dexie;\n",
    complaint: layers,
  },
  {
    file: 'ui/pages/shows.ts',
    text: "import { createRoot } from 'react-dom/client';\nexport const used = createRoot;\n",
    complaint: null,
  },
  {
    file: 'sim/of-the-wire.ts',
    text: "import { protocol } from '../protocol/protocol.ts';\nexport const used = protocol;\n",
    complaint: layers,
  },
  {
    file: 'sim/of-the-enumerations.ts',
    text: "import { protocol } from '../protocol/enumerations.ts';\nexport const used = protocol;\n",
    complaint: null,
  },
  {
    file: 'domain/of-the-host.ts',
    text: "import type { host } from '../host/host.ts';\nexport type Used = typeof host;\n",
    complaint: layers,
  },
  {
    file: 'domain/of-node.ts',
    text: "import { readFileSync } from 'node:fs';\nexport const used = readFileSync;\n",
    complaint: layers,
  },
  {
    file: 'host/walls/of-a-floor-below.ts',
    text: "import { log } from '../realtime/log.ts';\nexport const used: unknown = log;\n",
    complaint: null,
  },
  {
    file: 'host/identity/of-a-floor-above.ts',
    text: "import { log } from '../realtime/log.ts';\nexport const used: unknown = log;\n",
    complaint: layers,
  },
  {
    file: 'host/identity/types-of-a-floor-above.ts',
    text: "import type { Log } from '../realtime/log.ts';\nexport type Used = Log;\n",
    complaint: layers,
  },
  {
    file: 'host/walls/of-a-room-beside.ts',
    text: "import { feed } from '../feed/feed.ts';\nexport const used: unknown = feed;\n",
    complaint: layers,
  },
  {
    file: 'host/walls/of-what-stands-above-all.ts',
    text: "import { host } from '../host.ts';\nexport const used = host;\n",
    complaint: layers,
  },
  {
    file: 'host/new-feature/of-a-mechanism.ts',
    text: "import { log } from '../realtime/log.ts';\nexport const used: unknown = log;\n",
    complaint: null,
  },
  {
    file: 'host/resources/of-a-new-feature.ts',
    text: "import { log } from '../new-feature/log.ts';\nexport const used: unknown = log;\n",
    complaint: null,
  },
  {
    file: 'host/new-feature/of-a-floor-above.ts',
    text: "import { servers } from '../servers/servers.ts';\nexport const used: unknown = servers;\n",
    complaint: layers,
  },
  {
    file: 'host/new-feature/of-a-feature-beside.ts',
    text: "import { notes } from '../notes/notes.ts';\nexport const used: unknown = notes;\n",
    complaint: layers,
  },
  {
    file: 'ui/walls/of-a-floor-below.ts',
    text: "import { gate } from '../shell/gate.ts';\nexport const used: unknown = gate;\n",
    complaint: null,
  },
  {
    file: 'ui/shell/of-a-feature.ts',
    text: "import { walls } from '../walls/walls.ts';\nexport const used: unknown = walls;\n",
    complaint: layers,
  },
  {
    file: 'ui/shell/of-a-feature-later.ts',
    text: "export const later = (): Promise<unknown> => import('../walls/walls.ts');\n",
    complaint: layers,
  },
  {
    file: 'ui/consoles/of-a-feature-beside.ts',
    text: "import type { Wall } from '../walls/walls.ts';\nexport type Used = Wall;\n",
    complaint: layers,
  },
  {
    file: 'host/walls/appends-by-itself.ts',
    text: "import { appendFacts } from '../realtime/log.ts';\nexport const used: unknown = appendFacts;\n",
    complaint: 'eslint(no-restricted-imports)',
  },
  {
    file: 'host/walls/publishes-by-itself.ts',
    text: "import { publish } from '../realtime/log.ts';\nexport const used: unknown = publish;\n",
    complaint: 'eslint(no-restricted-imports)',
  },
  {
    file: 'host/game-logs/upload-worker.ts',
    text: "import { publish } from '../realtime/log.ts';\nexport const used: unknown = publish;\n",
    complaint: null,
  },
  {
    file: 'host/realtime/appends-by-itself.ts',
    text: "import { appendFacts } from './log.ts';\nexport const used: unknown = appendFacts;\n",
    complaint: 'eslint(no-restricted-imports)',
  },
  {
    file: 'host/servers/commit-ticks.ts',
    text: "import { appendFacts } from '../realtime/log.ts';\nexport const used: unknown = appendFacts;\n",
    complaint: null,
  },
  {
    file: 'host/walls/of-http.ts',
    text: "import type { FastifyInstance } from 'fastify';\nexport type Used = FastifyInstance;\n",
    complaint: layers,
  },
  {
    file: 'host/http/of-http.ts',
    text: "import type { FastifyInstance } from 'fastify';\nexport type Used = FastifyInstance;\n",
    complaint: null,
  },
  {
    file: 'sim/of-the-games.ts',
    text: "import { games } from '../protocol/games/games.ts';\nexport const used = games;\n",
    complaint: null,
  },
  {
    file: 'host/compares-with-a-game.ts',
    text: "export const queues = (name: string): boolean => name === 'RUST';\n",
    complaint: games,
  },
  {
    file: 'ui/pages/compares-a-game.ts',
    text: 'export const any = (server: { game: number }): boolean => server.game !== 0;\n',
    complaint: games,
  },
  {
    file: 'sim/has-a-case-for-a-game.ts',
    text: "export function map(name: string): string {\n  switch (name) {\n    case 'ARMA3':\n      return 'Altis';\n    default:\n      return '';\n  }\n}\n",
    complaint: games,
  },
  {
    file: 'domain/turns-by-game.ts',
    text: 'export function wiped(game: number): boolean {\n  switch (game) {\n    default:\n      return false;\n  }\n}\n',
    complaint: games,
  },
  {
    file: 'domain/lists-games.ts',
    text: 'const GAME = { GENERIC: 0 };\nexport const watched = [GAME.GENERIC];\n',
    complaint: games,
  },
  {
    file: 'host/has-a-table-of-games.ts',
    text: "export const folders = { DAYZ: 'dayz' };\n",
    complaint: games,
  },
  {
    file: 'ui/text/en/names-games.ts',
    text: "export const names = { DAYZ: 'DayZ' };\n",
    complaint: null,
  },
  {
    file: 'host/drops-an-error.ts',
    text: 'export function drop(job: Promise<void>): Promise<void> {\n  return job.catch(() => {});\n}\n',
    complaint: 'muster(swallowed-error)',
  },
  {
    file: 'host/catches-nothing.ts',
    text: 'export function drop(job: () => void): void {\n  try {\n    job();\n  } catch {}\n}\n',
    complaint: 'eslint(no-empty)',
  },
  {
    file: 'host/floats.ts',
    text: 'export function float(job: () => Promise<void>): void {\n  job();\n}\n',
    complaint: 'typescript(no-floating-promises)',
  },
  {
    file: 'host/circle-a.ts',
    text: "import { b } from './circle-b.ts';\nexport const a = (): number => b();\n",
    complaint: 'import(no-cycle)',
  },
  {
    file: 'host/circle-b.ts',
    text: "import { a } from './circle-a.ts';\nexport const b = (): number => a();\n",
    complaint: 'import(no-cycle)',
  },
  {
    file: 'host/circle-of-types-a.ts',
    text: "import type { B } from './circle-of-types-b.ts';\nexport type A = B | null;\n",
    complaint: 'import(no-cycle)',
  },
  {
    file: 'host/circle-of-types-b.ts',
    text: "import type { A } from './circle-of-types-a.ts';\nexport interface B {\n  readonly a: A;\n}\n",
    complaint: 'import(no-cycle)',
  },
  {
    file: 'ui/pages/formats-by-any-locale.ts',
    text: 'export const one = new Intl.NumberFormat(navigator.language).format(1);\n',
    complaint: 'eslint(no-restricted-globals)',
  },
  {
    file: 'ui/pages/writes-by-any-locale.ts',
    text: 'export const one = (1).toLocaleString(navigator.language);\n',
    complaint: 'eslint(no-restricted-properties)',
  },
  {
    file: 'ui/pages/reads-an-address.ts',
    text: "export const sought = new URLSearchParams(location.search).get('q');\n",
    complaint: 'eslint(no-restricted-globals)',
  },
  {
    file: 'ui/text/format.ts',
    text: "export const one = new Intl.NumberFormat('en').format(1);\n",
    complaint: null,
  },
  {
    file: 'ui/pages/hooks-in-a-branch.ts',
    text: "import { useState } from 'react';\nexport function Page(props: { open: boolean }): null {\n  if (props.open) useState(0);\n  return null;\n}\n",
    complaint: 'rules-of-hooks',
  },
];

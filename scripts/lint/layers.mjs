import { posix } from 'node:path';

/**
 * @typedef {object} Layer
 * @property {readonly string[]} layers whole layers that it may use
 * @property {readonly string[]} [typeOnly] files of other layers that it may use the types of
 * @property {readonly string[]} [files] single files of other layers that it may use
 * @property {readonly string[]} packages packages that it may use; `*` stands for any, `node:` for Node's modules
 */

/** What each layer may use, in one table. @type {Record<string, Layer>} */
const rules = {
  protocol: { layers: [], packages: ['zod'] },
  domain: { layers: ['protocol'], packages: ['zod', '@noble/hashes', 're2js'] },
  worker: { layers: ['domain', 'protocol'], packages: ['zod', 'dexie', 'rxjs', 'comlink'] },
  ui: {
    layers: ['domain', 'protocol'],
    typeOnly: ['worker/contract.ts', 'worker/replay/contract.ts'],
    packages: [
      'zod',
      'react',
      'react-dom',
      'wouter',
      '@preact/signals-core',
      '@preact/signals-react',
      'comlink',
      'i18next',
      'react-i18next',
      '@base-ui/react',
      '@tanstack/react-virtual',
      'lucide-react',
      'papaparse',
      'uplot',
      '@fontsource/inter',
      '@fontsource/jetbrains-mono',
    ],
  },
  host: { layers: ['domain', 'protocol'], packages: ['*'] },
  // What is known of the games is data that the simulator may share; how it says it is its own.
  sim: {
    layers: [],
    files: ['protocol/enumerations.ts', 'protocol/games/games.ts'],
    packages: ['node:', 'zod', 'ws'],
  },
  testing: { layers: ['domain', 'protocol'], packages: ['fast-check'] },
  cli: {
    layers: ['host', 'domain', 'protocol', 'sim'],
    packages: ['node:', 'zod', 'pg', 'kysely'],
  },
};

/**
 * Packages that only some rooms of a layer use, beside the files at its root.
 * @type {Record<string, Record<string, readonly string[]>>}
 */
const packagesOfRooms = { host: { fastify: ['http', 'recordings'] } };

/**
 * The rooms of a layer, from the ground up: a folder, or a file at the layer's root. A room uses those of the
 * floors below its own; those of one floor stand beside each other and know nothing of each other. A folder
 * that is not named is a feature on the floor of `*`: it needs no other, and those above may use it. Files at the
 * root that are not named stand above all.
 * @type {Record<string, readonly (readonly string[])[]>}
 */
export const floors = {
  host: [
    ['logger.ts', 'setting-schemas.ts'],
    ['store', 'settings.ts', 'background.ts', 'semaphore.ts'],
    ['identity'],
    ['access'],
    ['realtime'],
    ['calls', 'jobs', 'reactors', 'mail', 'connectors', 'demo'],
    ['audit'],
    ['change'],
    ['files', 'queue-sync'],
    ['players'],
    ['bans'],
    ['buckets'],
    ['*'],
    ['servers', 'invitations'],
    ['schedules', 'groups'],
    ['session', 'account', 'actions', 'doors', 'feed', 'walls', 'resources', 'statistics'],
    ['history'],
    ['persons'],
    ['http'],
    ['recordings'],
  ],
  ui: [
    ['text', 'style', 'public'],
    ['data'],
    ['parts'],
    ['*'],
    ['players'],
    ['shell'],
    ['panels', 'schedules', 'groups', 'webhooks'],
    ['buckets'],
    ['account', 'servers', 'consoles', 'walls', 'inspector', 'replay', 'persons', 'ban-manager'],
    ['history'],
    ['app'],
  ],
};

/** Each worker's file, and the one file of the user interface that names it. */
const connectors = new Map([
  ['worker/main.ts', 'ui/data/connect.ts'],
  ['worker/replay/main.ts', 'ui/replay/connect.ts'],
]);

/**
 * Why a file may not use what an import names, or null when it may.
 * @param {string} file path of the importing file below `src/`, with forward slashes
 * @param {string} specifier as it is written
 * @param {'value' | 'type' | 'address'} kind `address` is `new URL(specifier, import.meta.url)`
 * @returns {string | null}
 */
export function objection(file, specifier, kind) {
  const layer = file.split('/')[0] ?? '';
  const rule = rules[layer];
  if (rule === undefined) return null;
  if (!specifier.startsWith('.')) return packageObjection(file, rule, specifier, kind);

  // Vite's `?sharedworker&url` and `?worker&url` give the address of a worker, as `new URL` does.
  const address = kind === 'address' || /\?(?:shared)?worker&url$/.test(specifier);
  const target = posix.join(posix.dirname(file), specifier.replace(/\?.*$/, ''));
  const other = target.split('/')[0] ?? '';
  const connector = connectors.get(target);
  if (connector !== undefined && layer !== 'worker') {
    if (file === connector && address) return null;
    return `Only src/${connector} names src/${target}, and only by its address.`;
  }
  if (other === layer) return floorObjection(layer, file, target);
  if (rule.layers.includes(other) || rule.files?.includes(target) === true) return null;
  if (rule.typeOnly?.includes(target) === true) {
    return kind === 'type' ? null : `${layer} may use the types of src/${target}, not its values.`;
  }
  return `${layer} may not use ${target.startsWith('..') ? specifier : `src/${target}`}.`;
}

/**
 * @param {string} layer
 * @param {string} file
 * @param {string} target another file of the same layer
 */
function floorObjection(layer, file, target) {
  const rooms = floors[layer];
  const from = file.split('/')[1] ?? '';
  const to = target.split('/')[1] ?? '';
  if (rooms === undefined || from === to) return null;
  /** @param {string} path */
  const floorOf = (path) => {
    const [, room = '', ...inside] = path.split('/');
    const floor = rooms.findIndex((beside) => beside.includes(room));
    if (floor >= 0) return floor;
    return inside.length > 0 ? rooms.findIndex((beside) => beside.includes('*')) : rooms.length;
  };
  if (floorOf(target) < floorOf(file) || floorOf(file) === rooms.length) return null;
  return `src/${layer}/${from} may not use src/${target}: ${to} is not on a floor below.`;
}

/**
 * @param {string} file
 * @param {Layer} rule
 * @param {string} specifier
 * @param {'value' | 'type' | 'address'} kind
 */
function packageObjection(file, rule, specifier, kind) {
  if (kind === 'address') return null;
  const [layer = '', room = '', ...inside] = file.split('/');
  const rooms = packagesOfRooms[layer]?.[specifier];
  if (rooms !== undefined && inside.length > 0 && !rooms.includes(room)) {
    return `src/${layer}/${room} may not use the package ${specifier}.`;
  }
  if (rule.packages.includes('*')) return null;
  const name = specifier.startsWith('node:')
    ? 'node:'
    : specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  return rule.packages.includes(name) ? null : `${layer} may not use the package ${specifier}.`;
}

/** The lint rule: reports each import, re-export and address that its layer may not use. */
export const layers = {
  meta: { type: 'problem', docs: { description: 'Keeps the layers apart.' } },
  /** @param {any} context */
  create(context) {
    const path = context.filename.replaceAll('\\', '/');
    const start = path.lastIndexOf('/src/');
    if (start < 0 || /\.test\.tsx?$/.test(path)) return {};
    const file = path.slice(start + '/src/'.length);
    /**
     * @param {any} node
     * @param {any} source
     * @param {'value' | 'type' | 'address'} kind
     */
    const check = (node, source, kind) => {
      if (typeof source?.value !== 'string') return;
      const message = objection(file, source.value, kind);
      if (message !== null) context.report({ node, message });
    };
    return {
      /** @param {any} node */
      ImportDeclaration(node) {
        const typeOnly =
          node.importKind === 'type' ||
          (node.specifiers.length > 0 &&
            node.specifiers.every(
              (/** @type {any} */ specifier) => specifier.importKind === 'type',
            ));
        check(node, node.source, typeOnly ? 'type' : 'value');
      },
      /** @param {any} node */
      ExportNamedDeclaration(node) {
        check(node, node.source, node.exportKind === 'type' ? 'type' : 'value');
      },
      /** @param {any} node */
      ExportAllDeclaration(node) {
        check(node, node.source, node.exportKind === 'type' ? 'type' : 'value');
      },
      /** @param {any} node */
      ImportExpression(node) {
        check(node, node.source, 'value');
      },
      /** @param {any} node */
      TSImportType(node) {
        check(node, node.source ?? node.argument?.literal ?? node.argument, 'type');
      },
      /** @param {any} node */
      NewExpression(node) {
        if (node.callee.name === 'URL' && node.arguments.length === 2) {
          check(node, node.arguments[0], 'address');
        }
      },
    };
  },
};

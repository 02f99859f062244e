import { parseSync } from 'vite';
import { isNode, walk } from './mutate.mjs';

/**
 * @typedef {import('./mutate.mjs').Mutant} Mutant
 * @typedef {import('./mutate.mjs').Node} Node
 */

/** What a refusal for want of a right is made of. */
const REFUSAL =
  /'(permission-denied|hierarchy-denied|owner-role|owner-stays|last-manager|not-signed-in|subscription-restricted)'|\b(noSuch|goneGroup|goneServer|restrictedServer)\(|\brefuse\((held|whyNot)/;
/** Whether a row was found at all: without the question the next line fails by itself. */
const ONLY_FOUND = /^\w+ (===|==) (undefined|null)$/;
/** Calls that do nothing but refuse what somebody may not do; others refuse what is no longer so, or not well formed. */
const GUARD =
  /^(check(Access|Own|Host|Server|Claim)|refuse(Server|Forbidden|ByPlan|FullPlan|BeyondPlan|Guest|Others))\(|^refuse\(.*whyNot/s;
const PERMISSION = /^'(server|team|organization|host|banlist|bucket|wall|display|account)\.[a-z]/;
const PERMISSION_NAME = /^(permission|needed|one|NEEDED|LISTS)$|_STREAM\[|needed\w*\(/;
/** What says whose a row is, or who may read it. */
const OWN_COLUMN =
  /'(\w+\.)?(owner|account_id|subject|from_id|to_id|permission|resource|via|restricted)'/;
/** To what it belongs that the right was asked for, beside its own id. */
const PART_COLUMN = /'(\w+\.)?(server_id|group_id|banlist_id|bucket_id|ban_id|wall_id)'/;
const OWN_SQL =
  /\b(rights|bucket_rights|subject|owner|owner_id|permission|restricted|account_id)\b|any\(\$\{(\[\.\.\.)?(servers|open|visible|seen)|serversWhere|reads(Personal|Stays)/;
/** A condition of a redaction. */
const DIRECT = /\b(personal|held|permissions|sees|visible|own|isSelf|allowed|may\w*|whole)\b/;

/**
 * Lists every check of a file, each with the source without it: a refusal that is never thrown, a right that everybody
 * holds, a filter that lets all through, a call or a stream that needs nothing.
 * @param {string} file its name, for the parser
 * @param {string} source
 * @returns {Mutant[]}
 */
export function findChecks(file, source) {
  const { program } = parseSync(file, source);
  /** @type {Mutant[]} */
  const found = [];
  /** @type {{ start: number, end: number }[]} */
  const taken = [];
  const text = (/** @type {unknown} */ node) =>
    isNode(node) ? source.slice(node.start, node.end) : '';
  const add = (
    /** @type {Node} */ { start, end },
    /** @type {string} */ kind,
    /** @type {string} */ becomes,
    block = false,
  ) => {
    if (taken.some((span) => span.start <= start && end <= span.end)) return;
    // A query has as many conditions as stand behind one another.
    if (kind !== 'filter') taken.push({ start, end });
    found.push({ start, end, kind, becomes, block });
  };
  walk(/** @type {Node} */ (/** @type {unknown} */ (program)), null, (node, parent) => {
    for (const body of [node['body'], node['consequent']]) {
      if (Array.isArray(body)) refusalsIn(body, text, add);
    }
    const check = checkOf(node, parent, text);
    if (check !== null) add(node, check.kind, check.becomes, check.block);
  });
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

/**
 * What is refused by an `if`, or by what follows one that lets in.
 * @param {readonly unknown[]} body
 * @param {(node: unknown) => string} text
 * @param {(node: Node, kind: string, becomes: string) => void} add
 */
function refusalsIn(body, text, add) {
  for (const [at, node] of body.entries()) {
    if (!isNode(node) || node.type !== 'IfStatement' || !isNode(node['test'])) continue;
    const test = node['test'];
    const then = text(node['consequent']);
    const refuses = /^\{?\s*(return refused\(|throw |refuse\()/.test(lastOf(then));
    if (refuses && REFUSAL.test(then)) {
      if (!ONLY_FOUND.test(text(test))) add(test, 'refusal', 'false');
    } else if (/^\{?\s*return\b/.test(then)) {
      const rest = body.slice(at + 1).map(text);
      const last = rest.at(-1) ?? '';
      const plain = rest.slice(0, -1).every((line) => line.startsWith('const '));
      if (plain && /^throw |^refuse\(/.test(last) && REFUSAL.test(last)) {
        add(test, 'refusal', 'true');
      }
    }
  }
}

/** The last statement of a block of a few lines. @param {string} block */
function lastOf(block) {
  return block.replace(/^\{\s*(const [^;]*;\s*)*/, '');
}

/**
 * @param {Node} node
 * @param {Node | null} parent
 * @param {(node: unknown) => string} text
 * @returns {{ kind: string, becomes: string, block?: boolean } | null}
 */
function checkOf(node, parent, text) {
  switch (node.type) {
    case 'ExpressionStatement':
      return guardOf(node, text);
    case 'AwaitExpression':
    case 'ChainExpression':
    case 'CallExpression':
      return questionOf(node, parent, text) ?? filterOf(node, text);
    case 'TaggedTemplateExpression':
      return sqlOf(node, text);
    case 'ConditionalExpression':
      return redactionOf(node, text);
    case 'Literal':
    case 'MemberExpression':
      return needOf(node, parent, text);
    default:
      return null;
  }
}

/** A call that does nothing but refuse. @param {Node} node @param {(node: unknown) => string} text */
function guardOf(node, text) {
  const plain = text(node).replace(/^await /, '');
  return GUARD.test(plain) ? { kind: 'guard', becomes: '{}', block: true } : null;
}

/**
 * Whether somebody may: everybody may then.
 * @param {Node} node
 * @param {Node | null} parent
 * @param {(node: unknown) => string} text
 */
function questionOf(node, parent, text) {
  if (node.type === 'AwaitExpression') {
    const asked = node['argument'];
    return isNode(asked) && asked.type === 'CallExpression' ? askedOf(asked, text) : null;
  }
  const call = node.type === 'ChainExpression' ? node['expression'] : node;
  if (!isNode(call) || call.type !== 'CallExpression' || parent?.type === 'AwaitExpression') {
    return null;
  }
  return askedOf(call, text) ?? includesOf(call, parent, text);
}

/** @param {Node} call @param {(node: unknown) => string} text */
function askedOf(call, text) {
  const name = text(call['callee']);
  if (/^may([A-Z]\w*)?$/.test(name)) return { kind: 'question', becomes: 'true' };
  if (/^(isClosed|isFiltered)$/.test(name)) return { kind: 'question', becomes: 'false' };
  return /^whyNot[A-Z]/.test(name) ? { kind: 'question', becomes: 'null' } : null;
}

/**
 * @param {Node} call
 * @param {Node | null} parent
 * @param {(node: unknown) => string} text
 */
function includesOf(call, parent, text) {
  const callee = call['callee'];
  if (!isNode(callee) || callee.type !== 'MemberExpression') return null;
  if (!/^(includes|has)$/.test(text(callee['property']))) return null;
  const asked = text(Array.isArray(call['arguments']) ? call['arguments'][0] : null);
  const negated = parent?.type === 'UnaryExpression';
  if (negated && /^(held|target|seen)$/.test(text(callee['object']))) return null;
  return PERMISSION.test(asked) || PERMISSION_NAME.test(asked)
    ? { kind: 'question', becomes: 'true' }
    : null;
}

/** A condition of a query that says whose the rows are. @param {Node} node @param {(node: unknown) => string} text */
function filterOf(node, text) {
  const callee = node['callee'];
  if (node.type !== 'CallExpression' || !isNode(callee)) return null;
  if (callee.type !== 'MemberExpression' || text(callee['property']) !== 'where') return null;
  const asked = (Array.isArray(node['arguments']) ? node['arguments'] : []).map(text);
  const column = asked[0] ?? '';
  const before = text(callee['object']);
  const part = before.includes('.where(') || asked.slice(2).join(' ').includes('params.');
  if (!OWN_COLUMN.test(column) && !(part && PART_COLUMN.test(column))) return null;
  return { kind: 'filter', becomes: before };
}

/** The first line of a statement in SQL that says whose the rows are. @param {Node} node @param {(node: unknown) => string} text */
function sqlOf(node, text) {
  if (!/^sql\b/.test(text(node['tag']))) return null;
  const lines = text(node).split('\n');
  const at = lines.findIndex((line, index) => isOwnLine(line, lines[index + 1] ?? ''));
  const line = lines[at];
  if (line === undefined) return null;
  const less = line.trimStart().startsWith('where ') ? line.replace(/where .*/, 'where true') : '';
  return { kind: 'sql', becomes: lines.with(at, less).join('\n') };
}

/** @param {string} line @param {string} next */
function isOwnLine(line, next) {
  const asked = line.trim();
  const balanced = asked.split('(').length === asked.split(')').length;
  const ends = /^(and |where |order|group|limit|returning|union|on conflict|for |`|\)|\$\{)/;
  return (
    /^(where|and) /.test(asked) &&
    balanced &&
    !asked.includes('`') &&
    ends.test(next.trim()) &&
    !asked.includes('is null or') &&
    OWN_SQL.test(asked)
  );
}

/** What is left out for those without a right. @param {Node} node @param {(node: unknown) => string} text */
function redactionOf(node, text) {
  const [asked, then, or] = [node['test'], node['consequent'], node['alternate']].map(text);
  const nothing = /^(null|undefined|\[\]|\{\}|'')$/;
  if (asked === undefined || !DIRECT.test(asked) || /[!=]== (undefined|null)$/.test(asked)) {
    return null;
  }
  if (nothing.test(or ?? '')) return { kind: 'redaction', becomes: text(node['consequent']) };
  return nothing.test(then ?? '') ? { kind: 'redaction', becomes: text(node['alternate']) } : null;
}

/**
 * What a call, a stream or a resource needs.
 * @param {Node} node
 * @param {Node | null} parent
 * @param {(node: unknown) => string} text
 */
function needOf(node, parent, text) {
  if (parent?.type !== 'Property' || parent['value'] !== node) return null;
  const needs = PERMISSION.test(text(node)) || /^needs\.\w+$/.test(text(node));
  if (!needs || text(node) === "'account.self'") return null;
  if (text(parent['key']) === 'access') return { kind: 'need', becomes: "'signed-in'" };
  const least = text(node).replace(/^'(\w+)\..*$/, "'$1.view'");
  return least === text(node) || !/^'(server|team|organization|banlist|bucket)\./.test(least)
    ? null
    : { kind: 'need', becomes: least };
}

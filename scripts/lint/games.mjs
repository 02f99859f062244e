/** The games that a string can only mean; GENERIC is a name of other things too. */
const NAMES = new Set(['DAYZ', 'DAYZ_EXP', 'ARMA2', 'ARMA3', 'RUST']);
const COMPARED = new Set(['===', '!==', '==', '!=']);

/** What names games as data: the tables themselves, the words for them, and which game a made-up server runs. */
const DATA = [
  /^protocol\/(?:enumerations|games\/games)\.ts$/,
  /^sim\/games\.ts$/,
  /^ui\/text\//,
  /^cli\/demo\//,
  /^testing\//,
  /(?:doubles|watched|\.test)\.tsx?$/,
];

/**
 * The lint rule: what differs between games stands in their table, so no code compares with a game, or keeps a
 * table or a list of games beside it.
 */
export const games = {
  meta: {
    type: 'problem',
    docs: { description: 'Keeps what differs between games in one table.' },
  },
  /** @param {any} context */
  create(context) {
    const path = context.filename.replaceAll('\\', '/');
    const start = path.lastIndexOf('/src/');
    const file = path.slice(start + '/src/'.length);
    if (start < 0 || DATA.some((pattern) => pattern.test(file))) return {};
    /** @param {any} node */
    const report = (node) =>
      context.report({
        node,
        message: 'What differs between games is a field of src/protocol/games/games.ts.',
      });
    return {
      /** @param {any} node */
      BinaryExpression(node) {
        if (!COMPARED.has(node.operator)) return;
        const { left, right } = node;
        if (isGame(left) || isGame(right)) report(node);
        else if (isCalledGame(left) && isConstant(right)) report(node);
        else if (isCalledGame(right) && isConstant(left)) report(node);
      },
      /** @param {any} node */
      SwitchCase(node) {
        if (node.test !== null && isGame(node.test)) report(node);
      },
      /** @param {any} node */
      SwitchStatement(node) {
        if (isCalledGame(node.discriminant)) report(node);
      },
      /** @param {any} node */
      ArrayExpression(node) {
        if (node.elements.some(isGame)) report(node);
      },
      /** @param {any} node */
      Property(node) {
        const name = node.key.type === 'Identifier' ? node.key.name : node.key.value;
        if (!node.computed && node.parent?.type === 'ObjectExpression' && NAMES.has(name)) {
          report(node);
        }
        if (node.computed && isGame(node.key)) report(node);
      },
    };
  },
};

/** `'RUST'` or `GAME.GENERIC`. @param {any} node */
function isGame(node) {
  if (node?.type === 'Literal') return NAMES.has(node.value);
  return node?.type === 'MemberExpression' && node.object.name === 'GAME' && !node.computed;
}

/** `game`, `server.game`. @param {any} node */
function isCalledGame(node) {
  const name = node.type === 'MemberExpression' ? node.property.name : node.name;
  return name === 'game';
}

/** @param {any} node */
function isConstant(node) {
  return node.type === 'Literal' && node.value !== null;
}

/** The lint rule: a rejected promise must be handled, so `.catch` takes no function that does nothing. */
export const swallowedError = {
  meta: { type: 'problem', docs: { description: 'Forbids handlers that drop an error.' } },
  /** @param {any} context */
  create(context) {
    return {
      /** @param {any} node */
      CallExpression(node) {
        const { callee } = node;
        if (callee.type !== 'MemberExpression') return;
        const handler = handlerOf(callee.property.name, node.arguments);
        if (!doesNothing(handler)) return;
        context.report({ node, message: 'This drops the error: handle it, or let it pass on.' });
      },
    };
  },
};

/**
 * The argument that handles the error: the first of `catch`, the second of `then`.
 * @param {string} method
 * @param {readonly any[]} args
 */
function handlerOf(method, args) {
  if (method === 'catch') return args[0];
  return method === 'then' ? args[1] : undefined;
}

/** @param {any} handler */
function doesNothing(handler) {
  if (handler?.type !== 'ArrowFunctionExpression' && handler?.type !== 'FunctionExpression') {
    return false;
  }
  const { body } = handler;
  if (body.type === 'BlockStatement') return body.body.length === 0;
  const value = body.type === 'UnaryExpression' && body.operator === 'void' ? body.argument : body;
  return value.type === 'Literal' || (value.type === 'Identifier' && value.name === 'undefined');
}

const MODULE = /zod[\\/]v4[\\/]classic[\\/]schemas\.js$/;
const OF_EACH_SCHEMA = /^\s*inst\._zod\.processJSONSchema = .*;$/gm;
const METHODS = /^import \{ createStandardJSONSchemaMethod, createToJSONSchemaMethod \} from .*;$/m;

/**
 * Leaves out of zod what writes JSON Schema: every schema carries it, and only the host describes its API.
 * @returns {import('vite').Plugin}
 */
export function noJsonSchema() {
  return {
    name: 'muster:no-json-schema',
    apply: 'build',
    transform: {
      filter: { id: MODULE },
      handler(code) {
        const without = code.replace(OF_EACH_SCHEMA, '').replace(METHODS, NO_METHODS);
        if (!METHODS.test(code) || without.includes('processJSONSchema')) {
          throw new Error(
            'This zod writes JSON Schema in another way: look at no-json-schema.mjs.',
          );
        }
        return { code: without, map: null };
      },
    },
  };
}

const NO_METHODS = `
const createStandardJSONSchemaMethod = () => undefined;
const createToJSONSchemaMethod = () => () => { throw new TypeError('There is no JSON Schema in browsers.'); };
`;

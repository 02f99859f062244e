import { layers } from './layers.mjs';
import { swallowedError } from './swallowed-error.mjs';

/** The project's own lint rules, loaded by oxlint. */
export default {
  meta: { name: 'muster' },
  rules: { layers, 'swallowed-error': swallowedError },
};

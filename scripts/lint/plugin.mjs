import { games } from './games.mjs';
import { layers } from './layers.mjs';
import { swallowedError } from './swallowed-error.mjs';

/** The project's own lint rules, loaded by oxlint. */
export default {
  meta: { name: 'muster' },
  rules: { games, layers, 'swallowed-error': swallowedError },
};

/** Imported first: the workers' policy allows no eval, so zod must not try before a schema is made. */
import { config } from 'zod';

config({ jitless: true });

/** Whatever says what went wrong has the words for it with it: nobody waits for them then. */
import i18next from 'i18next';
import { errors } from './en/errors.ts';

const add = () => void i18next.addResourceBundle('en', 'errors', errors);

if (i18next.isInitialized) add();
// Tests start the texts again.
i18next.on('initialized', add);

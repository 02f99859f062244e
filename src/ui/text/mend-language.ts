/**
 * uPlot makes a formatter of the browser's language as it is read, and does not run where `Intl` refuses
 * that: import this before it.
 */
import { localeOf } from './locale.ts';

const language = localeOf(navigator.language, ...navigator.languages);
if (language !== navigator.language) {
  Object.defineProperty(navigator, 'language', { configurable: true, value: language });
}

/**
 * By what is judged what the host says: zod, the schemas and their guards. A browser reads this file when it has shown
 * the rows that it holds.
 */
export { readAnswer } from '../protocol/answers.ts';
export { CALLS } from '../protocol/calls.ts';
export { framesOf, parseFrame } from '../protocol/frames.ts';
export { problem } from '../protocol/problem.ts';
export { readRows } from '../protocol/rows-alone.ts';

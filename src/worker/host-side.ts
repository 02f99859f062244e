/**
 * What asks the host, takes in what it says and stores it: zod, the schemas with their guards, the tables of commands,
 * Dexie, and the parts of the worker that have nothing to do before. A browser reads this file when it has shown the rows
 * that it holds.
 */
export { search } from '../domain/search/search.ts';
export { readAnswer } from '../protocol/answers.ts';
export { CALLS } from '../protocol/calls.ts';
export { problem } from '../protocol/problem.ts';
export { readRows } from '../protocol/rows-alone.ts';
export { createHostCommands } from './commands/host-commands.ts';
export { Ingest } from './ingest/ingest.ts';
export { snapshotQuestions } from './ingest/snapshots.ts';
export { PagedViews } from './pages/paged-views.ts';
export { BrowserStorage } from './store/storage.ts';

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { projectDir } from '../../scripts/lib/project.mjs';
import { openJudge } from '../../scripts/mutants/judges.mjs';

const FILE = 'src/domain/search/match.ts';
const TESTS = 'src/domain/search/match.property.test.ts';
const OTHERS = 'src/domain/search/identifier.test.ts';

it('a fault that is caught says nothing of the next one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muster-mutants-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const source = await readFile(join(projectDir, FILE), 'utf8');
  const was = 'text.charAt(at - 1)';
  const place = { file: FILE, layer: 'domain', line: 1, rank: 0, kind: 'call', block: false };
  const start = source.indexOf(was);
  const mutant = { ...place, start, end: start + was.length, was };
  const opening = {
    mutants: [
      { ...mutant, id: 1, becomes: `JSON.parse('')` },
      { ...mutant, id: 2, becomes: was },
    ],
    workers: 1,
    told: join(folder, 'told.ndjson'),
    include: [TESTS, OTHERS],
    bail: 1,
  };
  const judge = openJudge(opening, join(folder, 'opening.json'));
  onTestFinished(() => judge.close());
  const ask = (id: number, file: string) => {
    const chosen = [{ file: join(projectDir, file), tasks: null }];
    return judge.ask({ id, limit: 1e6, chosen }, 60_000);
  };

  expect(await ask(1, TESTS)).toEqual({ end: 'caught', by: expect.stringContaining(TESTS) });
  expect(await ask(2, OTHERS)).toEqual({ end: 'survived', by: '' });
});

import { expect, test } from 'vitest';
import { ORGANIZATION_ROLE_PERMISSION } from '../../src/protocol/permissions.ts';
import { groups } from '../../src/ui/text/en/groups.ts';
import { serverPages } from '../../src/ui/text/en/server-pages.ts';
import { readSources } from './sources.ts';

/** Where permissions are listed, named and given, and nothing is asked for them. */
const LISTED =
  /^(?:protocol\/permissions\.ts|ui\/text\/|ui\/.*doubles\.tsx?$|host\/store\/migrations\/)/;

test('a permission that nothing asks for is called so that nobody looks for what it opens', async () => {
  const sources = await readSources();
  const asked = [...sources].flatMap(([file, text]) => (LISTED.test(file) ? [] : [text])).join();
  const called: Readonly<Record<string, string>> = {
    ...serverPages.permission,
    ...groups.permission,
  };
  const names = ORGANIZATION_ROLE_PERMISSION.filter((name) => !asked.includes(`'${name}'`));
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !/once there (?:is|are)/.test(called[name] ?? ''))).toEqual([]);
});

import { expect, it } from 'vitest';
import { ada, eachBansAnew, groups, STEAM } from '../../../tests/support/banning.ts';
import { add, newBucket, page, steam, STEAM_2 } from '../../../tests/support/bucketing.ts';
import { cleanBuckets } from './over.ts';

eachBansAnew();

it('each bucket is cleaned of its own entries, and says how many those were', async () => {
  const buckets = [await newBucket(), await newBucket()];
  for (const one of buckets) await add(one, [steam(STEAM, { minutes: 60 }), steam(STEAM_2)]);
  const clock = () => groups.test.deps.clock() + 2 * 86_400_000;
  await cleanBuckets({ ...groups.test.deps, clock });
  for (const one of buckets) {
    expect(await page(one)).toMatchObject([{ steam_id: STEAM_2 }]);
    const audit = await ada.browser.get(`/app/v1/bucket/${one}/bucket-audit`);
    expect(audit.body).toContain('"removed":1');
  }
});

import type { StorageRule } from '../../src/host/access/plan.ts';

/** What a host of tests lets everybody keep, unless a test says otherwise. */
export const STORAGE_RULE: StorageRule = {
  plans: false,
  plan: { name: 'community', servers: null },
  storageMib: 1_024,
  planStorageMib: { free: 1, basic: 2, pro: 3, community: 4, advanced: 5 },
};

import { build, isBuilt } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';

/** Installs the packages when some are missing or others than the lock file names. */
export async function prepareInstall() {
  if (isInstalled()) return;
  await withLock(async () => {
    // Somebody else may have done it while we waited.
    if (!isInstalled()) await install();
  });
}

/** Installs what is missing and builds what is stale; any number of commands may do so at once. */
export async function prepare() {
  if (isInstalled() && isBuilt()) return;
  await withLock(async () => {
    if (!isInstalled()) await install();
    if (!isBuilt()) await build();
  });
}

// Runs before everything else: the pages' policy allows no eval, so zod must not try; and no page
// flashes in the other theme.
globalThis.__zod_globalConfig = { jitless: true };
try {
  const theme = localStorage.getItem('muster-theme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
} catch (error) {
  console.warn('The theme could not be read.', error);
}

// Runs before the first paint, so that no page flashes in the other theme.
try {
  const theme = localStorage.getItem('muster-theme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
} catch (error) {
  console.warn('The theme could not be read.', error);
}

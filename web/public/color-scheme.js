// Runs before the first paint, so that the page never flashes in the other colours.
{
  const chosen = localStorage.getItem('color-scheme') ?? 'auto';
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = chosen === 'auto' ? (dark ? 'dark' : 'light') : chosen;
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
}

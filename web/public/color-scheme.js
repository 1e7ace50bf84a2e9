// Runs before all else.

// A browser that is told to keep nothing forbids even to ask: what the page keeps then ends with the page.
try {
  localStorage.getItem('color-scheme');
} catch {
  const kept = new Map();
  const storage = {
    get length() {
      return kept.size;
    },
    key: index => [...kept.keys()][index] ?? null,
    getItem: key => kept.get(String(key)) ?? null,
    setItem: (key, value) => void kept.set(String(key), String(value)),
    removeItem: key => void kept.delete(String(key)),
    clear: () => kept.clear(),
  };
  Object.defineProperty(window, 'localStorage', { value: storage, configurable: true });
}

// Before the first paint, so that the page never flashes in the other colours.
{
  const chosen = localStorage.getItem('color-scheme') ?? 'auto';
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = chosen === 'auto' ? (dark ? 'dark' : 'light') : chosen;
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
}

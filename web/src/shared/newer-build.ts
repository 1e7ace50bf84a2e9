const seenKey = 'builds-reloaded-for';

/** The scripts that a page starts with: one of their names at least changes with every build. */
export const startScripts = (html: string): string | undefined => {
  const scripts = html.matchAll(/<script\b(?=[^>]*\btype="module")[^>]*\bsrc="([^"]+)"/g);
  return [...scripts].map(([, src]) => src).join(',') || undefined;
};

/** Whether to load the page anew for a build: it is another one, and was not tried before. */
export const isWorthReloading = (
  served: string | undefined,
  own: string | undefined,
  tried: string,
): boolean =>
  served !== undefined && own !== undefined && served !== own && !tried.split(' ').includes(served);

/**
 * A page that was opened before a new build asks for parts that are not there any more. It is loaded anew then, once a
 * build. What was written and not sent is kept by the browser. Without network, or with the same build, it stays.
 */
export const watchForNewerBuild = (): void => {
  window.addEventListener('vite:preloadError', () => void reloadForNewer().catch(() => undefined));
};

const reloadForNewer = async (): Promise<void> => {
  const answer = await fetch('/', { cache: 'no-store' });
  const served = answer.ok ? startScripts(await answer.text()) : undefined;
  const tried = sessionStorage.getItem(seenKey) ?? '';
  if (!isWorthReloading(served, startScripts(document.documentElement.outerHTML), tried)) return;
  sessionStorage.setItem(seenKey, `${tried} ${served}`.trim());
  location.reload();
};

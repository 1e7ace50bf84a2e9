/** Runs something once the browser has nothing better to do, where it can tell. Returns how to give that up. */
export const whenIdle = (run: () => void): (() => void) | undefined => {
  if (!('requestIdleCallback' in window)) return undefined;
  const asked = requestIdleCallback(run);
  return () => cancelIdleCallback(asked);
};

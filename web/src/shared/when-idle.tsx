import { type PropsWithChildren, Suspense, useEffect, useState } from 'react';

const fallbackMs = 1_000;

/** Renders what the first screen can do without once the browser is idle. */
export const WhenIdle = ({ children }: PropsWithChildren) => {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const wake = (): void => setIdle(true);
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(wake, fallbackMs);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(wake, { timeout: fallbackMs });
    return () => cancelIdleCallback(handle);
  }, []);
  return idle && <Suspense>{children}</Suspense>;
};

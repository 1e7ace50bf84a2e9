import { useEffect, useState } from 'react';

/** Whether `waiting` has lasted: a skeleton that flashes for an instant only disturbs. */
export const useLate = (waiting: boolean, afterMs = 150): boolean => {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setLate(true), afterMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waiting, afterMs]);
  return waiting && late;
};

import { useEffect } from 'react';
import { useSearch } from './use-search.ts';

/** Does what the address asks for under a name, once: it is taken out of the address. `run` is stable. */
export const useAsked = (name: string, run: (value: string) => void): void => {
  const [search, change] = useSearch();
  const value = search.get(name);
  useEffect(() => {
    if (!value) return;
    run(value);
    change({ [name]: null }, { replace: true });
  }, [value, name, run, change]);
};

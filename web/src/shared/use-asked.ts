import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

/** Does what the address asks for under a name, once: it is taken out of the address. `run` is stable. */
export const useAsked = (name: string, run: (value: string) => void): void => {
  const [search, setSearch] = useSearchParams();
  const value = search.get(name);
  useEffect(() => {
    if (!value) return;
    run(value);
    setSearch(former => without(former, name), { replace: true });
  }, [value, name, run, setSearch]);
};

/** An address' parameters, but for one. */
export const without = (parameters: URLSearchParams, name: string): URLSearchParams => {
  const others = new URLSearchParams(parameters);
  others.delete(name);
  return others;
};

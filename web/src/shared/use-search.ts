import { useCallback } from 'react';
import { type Location, useLocation, useNavigate, useSearchParams } from 'react-router';

/** Parameters by name; without a value one is taken out. */
export type Changed = Readonly<Record<string, string | number | null | undefined>>;
/** What the history notes of the place; one that is replaced keeps what it had. */
type How = { readonly replace: boolean; readonly state?: unknown };

/** What was asked for since a place was drawn. The router draws in its own time, and knows a place only then. */
let asked: { readonly drawn: Location; readonly search: URLSearchParams } | undefined;

/**
 * The address' parameters, and how to change some of them. A change is made to what the ones before it made of the
 * address, also while that is not drawn yet: changes that follow each other at once do not undo each other.
 */
export const useSearch = () => {
  const drawn = useLocation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const change = useCallback(
    (changed: Changed | ((now: URLSearchParams) => Changed), { replace, state }: How): void => {
      const next = new URLSearchParams(asked?.drawn === drawn ? asked.search : drawn.search);
      for (const [name, value] of Object.entries(typeof changed === 'function' ? changed(next) : changed)) {
        if (value === null || value === undefined || value === '') next.delete(name);
        else next.set(name, String(value));
      }
      asked = { drawn, search: next };
      void navigate(`?${next}`, { replace, state: replace ? drawn.state : state });
    },
    [drawn, navigate],
  );
  return [search, change] as const;
};

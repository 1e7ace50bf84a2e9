import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Changed, useSearch } from './use-search.ts';

/**
 * Something that is open while the address has `names`, the first of them always. Opening it makes a place of its own,
 * so that Back closes it; closing it goes back to where it was opened, or takes it out of an address that came from
 * elsewhere.
 */
export const useOpening = (names: readonly [string, ...string[]]) => {
  const [search, change] = useSearch();
  const { state } = useLocation();
  const navigate = useNavigate();
  const isOpen = search.has(names[0]);
  const open = useCallback(
    (changed: Changed): void => change(changed, { replace: isOpen, state: { isOpened: true } }),
    [change, isOpen],
  );
  const wasOpenedHere = isOpen && isOpened(state);
  const close = useCallback((): void => {
    if (wasOpenedHere) void navigate(-1);
    else change(Object.fromEntries(names.map(name => [name, null])), { replace: true });
  }, [wasOpenedHere, navigate, change, names]);
  return { search, open, close };
};

const isOpened = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isOpened' in state && state.isOpened === true;

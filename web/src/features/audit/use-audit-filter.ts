import { useCallback, useMemo } from 'react';
import { type AuditFilter, auditFilter } from '#contracts/audit.ts';
import { useSearch } from '../../shared/use-search.ts';

/** The filters, which live in the address. What an address has that is no filter is named, and nothing is looked for. */
export const useAuditFilter = () => {
  const [search, changeSearch] = useSearch();
  const text = search.toString();
  const filter = useMemo((): AuditFilter => {
    const wanted = Object.fromEntries(new URLSearchParams(text));
    const known = Object.entries(wanted).filter(([name, value]) => isFilter(name, value));
    return auditFilter.parse({ routine: 'no', ...Object.fromEntries(known) });
  }, [text]);
  const unknown = useMemo(
    () =>
      [...new URLSearchParams(text)].flatMap(([name, value]) =>
        isDialog(name) || isFilter(name, value) ? [] : [`${name}=${value}`],
      ),
    [text],
  );
  const change = useCallback(
    (changed: Readonly<Record<string, string | null | undefined>>) => {
      changeSearch(changed, { replace: true });
    },
    [changeSearch],
  );
  const clear = useCallback(
    () =>
      changeSearch(now => Object.fromEntries([...now.keys()].map(name => [name, null])), { replace: true }),
    [changeSearch],
  );
  const open = useCallback((entry: string | null) => change({ entry }), [change]);
  const opened = search.get('entry');
  const verify = useCallback((isOpen: boolean) => change({ integrity: isOpen ? 'open' : null }), [change]);
  const isVerifying = search.has('integrity');
  const isFiltered = [...search.keys()].some(name => !isDialog(name));
  return { filter, unknown, change, clear, isFiltered, opened, open, isVerifying, verify };
};

/** What the address has open. */
const isDialog = (name: string): boolean => name === 'entry' || name === 'integrity';

const isFilter = (name: string, value: string): boolean =>
  name in auditFilter.shape && auditFilter.safeParse({ [name]: value }).success;

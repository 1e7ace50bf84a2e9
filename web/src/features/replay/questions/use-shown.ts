import { useSearchParams } from 'react-router';
import { type Grouping, groupings } from '#domain/questions/definition.ts';

/** What is looked at stands in the address: a version, another one beside it, and how both are split. */
export const useShown = () => {
  const [search, setSearch] = useSearchParams();
  const by = groupings.find(each => each === search.get('by'));
  const change = (changed: Readonly<Record<string, string | null>>): void =>
    setSearch(
      before => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changed))
          if (value) next.set(name, value);
          else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return {
    ...{ one: search.get('version'), other: search.get('with'), by },
    show: (version: string | null) => change({ version, with: null, by: null }),
    compare: (version: string | null) => change({ with: version }),
    split: (grouping: Grouping) => change({ by: grouping }),
  };
};

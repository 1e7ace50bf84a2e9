import { type Grouping, groupings } from '#domain/questions/definition.ts';
import { useSearch } from '../../../shared/use-search.ts';

/** What is looked at stands in the address: a version, another one beside it, and how both are split. */
export const useShown = () => {
  const [search, changeSearch] = useSearch();
  const by = groupings.find(each => each === search.get('by'));
  const change = (changed: Readonly<Record<string, string | null>>): void =>
    changeSearch(changed, { replace: true });
  return {
    ...{ one: search.get('version'), other: search.get('with'), by },
    show: (version: string | null) => change({ version, with: null, by: null }),
    compare: (version: string | null) => change({ with: version }),
    split: (grouping: Grouping) => change({ by: grouping }),
  };
};

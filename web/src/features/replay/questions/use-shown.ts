import { type Grouping, groupings } from '#domain/questions/definition.ts';
import { useOpening } from '../../../shared/use-opening.ts';

const names = ['version', 'with', 'by'] as const;

/**
 * What is looked at stands in the address: a version, another one beside it, and how both are split. Back leads from an
 * answer to the questions.
 */
export const useShown = () => {
  const { search, open, close } = useOpening(names);
  const by = groupings.find(each => each === search.get('by'));
  return {
    ...{ one: search.get('version'), other: search.get('with'), by },
    show: (version: string | null) => (version === null ? close() : open({ version, with: null, by: null })),
    compare: (version: string | null) => open({ with: version }),
    split: (grouping: Grouping) => open({ by: grouping }),
  };
};

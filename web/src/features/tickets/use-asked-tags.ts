import { useSearchParams } from 'react-router';

/** The tags that the address asks to search for: `/tickets?tag=<id>`. */
export const useAskedTags = (): readonly string[] => {
  const [parameters] = useSearchParams();
  return parameters.getAll('tag');
};

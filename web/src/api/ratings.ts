import { queryOptions } from '@tanstack/react-query';
import { contactRatingsAnswer } from '#contracts/ratings.ts';
import { fetchData } from './http.ts';

/** What a contact gave as marks at tickets that one may see, the newest first. */
export const contactRatingsQuery = (contactId: string) =>
  queryOptions({
    queryKey: ['contact-ratings', contactId],
    queryFn: ({ signal }) =>
      fetchData({ path: `/contacts/${contactId}/ratings`, schema: contactRatingsAnswer, signal }),
    staleTime: 0,
  });

import { queryOptions } from '@tanstack/react-query';
import { type ErasureProof, erasureAnswer, erasureProof } from '#contracts/http.ts';
import { fetchData } from './http.ts';

const pathOf = (contactId: string): string => `/contacts/${contactId}/erasure`;

/** What erasing a person would take away or, once that is done, the proof of it. */
export const erasureQuery = (contactId: string) =>
  queryOptions({
    queryKey: ['erasure', contactId],
    queryFn: () => fetchData({ path: pathOf(contactId), schema: erasureAnswer }),
    // What is about to go is counted when it is asked, never remembered.
    staleTime: 0,
    gcTime: 0,
  });

/** Erases a person for good and answers the proof; the same again answers the same. */
export const eraseContact = (
  contactId: string,
  confirmation: string,
  commandId: string,
): Promise<ErasureProof> =>
  fetchData({
    method: 'POST',
    path: pathOf(contactId),
    body: { confirmation },
    commandId,
    schema: erasureProof,
  });

import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  type ContactDetail,
  type changeContactBody,
  contactDetail,
  contactsAnswer,
  createContactAnswer,
  type createContactBody,
} from '#contracts/contacts.ts';
import { commandAnswer } from '#contracts/http.ts';
import { call, fetchData } from './http.ts';

const contactKey = (contactId: string) => ['contact', contactId] as const;

export const fetchContact = (contactId: string, minPosition?: number): Promise<ContactDetail> =>
  fetchData({ path: `/contacts/${contactId}`, schema: contactDetail, minPosition });

/** All that is known of a contact. Asked for anew whenever it is shown: it has no live frame of its own. */
export const contactQuery = (contactId: string) =>
  queryOptions({
    queryKey: contactKey(contactId),
    queryFn: () => fetchContact(contactId),
    staleTime: 0,
  });

/** People whose name or number has this in it, by name: the first of them. */
export const contactSearchQuery = (search: string) =>
  queryOptions({
    queryKey: ['contacts', search],
    queryFn: ({ signal }) =>
      fetchData({ path: '/contacts', query: { searchParam: search }, schema: contactsAnswer, signal }),
    staleTime: 0,
  });

export type NewContact = z.input<typeof createContactBody>;

/** Makes a contact and answers it once it can be read. `checked` is false when WhatsApp could not be asked. */
export const createContact = async (
  body: NewContact,
  commandId: string,
): Promise<{ readonly contact: ContactDetail; readonly checked: boolean }> => {
  const schema = createContactAnswer;
  const { data, position } = await call({ method: 'POST', path: '/contacts', body, commandId, schema });
  return { contact: await fetchContact(data.id, position), checked: data.checked };
};

/** Changes what is named, and shows the contact as it is then. */
export const changeContact = async (
  client: QueryClient,
  contactId: string,
  body: z.input<typeof changeContactBody>,
): Promise<ContactDetail> => {
  const path = `/contacts/${contactId}`;
  const { position } = await fetchData({ method: 'PUT', path, body, schema: commandAnswer });
  const contact = await fetchContact(contactId, position);
  client.setQueryData(contactKey(contactId), contact);
  return contact;
};

/** Shows `otherId` under the contact from now on, or not any more; whatever shows either is asked for anew. */
export const mergeContacts = async (
  client: QueryClient,
  action: 'merge' | 'unmerge',
  pair: { readonly contactId: string; readonly otherId: string },
): Promise<void> => {
  const path = `/contacts/${pair.contactId}/${action}`;
  const body = { otherId: pair.otherId };
  const { position } = await fetchData({ method: 'POST', path, body, schema: commandAnswer });
  client.setQueryData(contactKey(pair.contactId), await fetchContact(pair.contactId, position));
  for (const name of ['tickets', 'ticket', 'contact-tickets', 'ticket-notes', 'contacts']) {
    void client.invalidateQueries({ queryKey: [name] });
  }
};

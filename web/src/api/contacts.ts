import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  type ContactDetail,
  changeContactAnswer,
  type changeContactBody,
  contactDetail,
  contactsAnswer,
  createContactAnswer,
  type createContactBody,
} from '#contracts/contacts.ts';
import { commandAnswer } from '#contracts/http.ts';
import { type ContactView, contactView } from '#contracts/views.ts';
import { call, fetchData } from './http.ts';
import { noteWritten, pageOfRows, type RecordSource } from './record-rows.ts';

/** GET /contacts counts so far. */
const countedTo = 5_000;

/** The page of contacts; `queueIds` leaves out those whose default queue is another. */
export const contactSource = (queueIds?: readonly string[]): RecordSource<ContactView> => ({
  ...{ concept: 'contact', path: '/contacts', page: pageOfRows('contacts', contactView), countedTo },
  ...(queueIds ? { query: { queueIds: JSON.stringify(queueIds) } } : {}),
});

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
  client: QueryClient,
  body: NewContact,
  commandId: string,
): Promise<{ readonly contact: ContactDetail; readonly uuid: string | null; readonly checked: boolean }> => {
  const schema = createContactAnswer;
  const { data, position } = await call({ method: 'POST', path: '/contacts', body, commandId, schema });
  const { id, uuid, checked } = data;
  const contact = await fetchContact(id, position);
  noteContact(client, position);
  return { contact, uuid, checked };
};

/** Changes what is named, and shows the contact as it is then; `uuid` is of its ticket, when there is one. */
export const changeContact = async (
  client: QueryClient,
  contactId: string,
  body: z.input<typeof changeContactBody>,
): Promise<{ readonly contact: ContactDetail; readonly uuid: string | null }> => {
  const path = `/contacts/${contactId}`;
  const { position, uuid } = await fetchData({ method: 'PUT', path, body, schema: changeContactAnswer });
  const contact = await fetchContact(contactId, position);
  client.setQueryData(contactKey(contactId), contact);
  noteContact(client, position);
  return { contact, uuid };
};

/** Whose contact it is from now on. */
export const changeWallet = async (
  client: QueryClient,
  contactId: string,
  users: readonly string[],
): Promise<void> => {
  const path = `/contacts/add/wallet/${contactId}`;
  const { position } = await fetchData({ method: 'POST', path, body: { users }, schema: commandAnswer });
  client.setQueryData(contactKey(contactId), await fetchContact(contactId, position));
  noteContact(client, position);
};

/** Contacts were written at a log position: whatever lists them is asked for anew. */
export const noteContact = (client: QueryClient, position: number): void => {
  noteWritten(client, 'contact', position);
  void client.invalidateQueries({ queryKey: ['contacts'] });
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
  noteContact(client, position);
  for (const name of ['tickets', 'ticket', 'contact-tickets', 'ticket-notes']) {
    void client.invalidateQueries({ queryKey: [name] });
  }
};

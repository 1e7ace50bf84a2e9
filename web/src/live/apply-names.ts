import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { RecordFrames } from '#contracts/records.ts';
import type { ContactView, TicketView } from '#contracts/views.ts';
import { recordKey } from '../api/record-key.ts';
import type { RowsPage } from '../api/record-rows.ts';
import { ticketsKey } from '../api/tickets.ts';
import { mapTickets } from './ticket-lists.ts';
import { changeLists } from './ticket-lists-cache.ts';

/**
 * A contact's new name or picture in every row and header that shows it. Of one that was erased nothing else stays
 * on this screen either: lists and conversations are asked for anew. Answers whether a page of contacts lacks it.
 */
export const applyContact = (
  client: QueryClient,
  contact: ContactView,
  action: 'update' | 'delete' = 'update',
): boolean => {
  const { id, name, number, profilePicUrl, isGroup, erased, notification } = contact;
  if (erased) {
    void client.resetQueries({ queryKey: ['messages'] });
    void client.invalidateQueries({ queryKey: ticketsKey });
  }
  const isLacking = action === 'update' ? applyToRows(client, contact) : leaveContacts(client, id);
  rename(client, ticket =>
    ticket.contactId === id
      ? { ...ticket, contact: { id, name, number, profilePicUrl, isGroup, erased, notification } }
      : ticket,
  );
  return isLacking;
};

type Rows = InfiniteData<RowsPage<ContactView>>;

/** The page of contacts shows them as they are by now. Answers whether this person may be missing there. */
const applyToRows = (client: QueryClient, contact: ContactView): boolean => {
  let isLacking = false;
  client.setQueriesData<Rows>({ queryKey: recordKey('contact', 'rows') }, data => {
    const isShown = data?.pages.some(({ rows }) => rows.some(({ id }) => id === contact.id)) === true;
    if (data && !isShown && !contact.isGroup && !contact.erased) isLacking = true;
    if (!data || !isShown) return data;
    const put = (row: ContactView): ContactView => (row.id === contact.id ? { ...row, ...contact } : row);
    return { ...data, pages: data.pages.map(page => ({ ...page, rows: page.rows.map(put) })) };
  });
  return isLacking;
};

/** One that was removed, or is another's by now, leaves the page of contacts. */
export const leaveContacts = (client: QueryClient, id: string): false => {
  client.setQueriesData<Rows>({ queryKey: recordKey('contact', 'rows') }, data => {
    if (!data?.pages.some(({ rows }) => rows.some(row => row.id === id))) return data;
    const without = (rows: readonly ContactView[]) => rows.filter(row => row.id !== id);
    return { ...data, pages: data.pages.map(page => ({ ...page, rows: without(page.rows) })) };
  });
  return false;
};

/** A queue's new name or colour in every row and header that shows it; of one that is gone nothing is shown. */
export const applyQueue = (client: QueryClient, frame: RecordFrames['queue']): void => {
  rename(client, ticket => {
    if (ticket.queue?.id !== frame.queue.id) return ticket;
    if (frame.action === 'delete') return { ...ticket, queue: null };
    const { id, name, color } = frame.queue;
    return { ...ticket, queue: { id, name, color } };
  });
};

/** An attendant's new name likewise. */
export const applyUser = (client: QueryClient, user: { id: string; name: string }): void =>
  rename(client, ticket => (ticket.user?.id === user.id ? { ...ticket, user } : ticket));

/** The new name of a connection likewise. */
export const applyConnectionName = (client: QueryClient, { id, name }: { id: string; name: string }): void =>
  rename(client, ticket => (ticket.whatsapp?.id === id ? { ...ticket, whatsapp: { id, name } } : ticket));

/** A tag's new name or colour in every row and header that shows it; one that is gone leaves them. */
export const applyTag = (client: QueryClient, frame: RecordFrames['tag']): void => {
  const hasIt = (ticket: TicketView) => ticket.tags.some(({ id }) => id === frame.tag.id);
  rename(client, ticket => {
    if (!hasIt(ticket)) return ticket;
    const tags = ticket.tags.flatMap(each => {
      if (each.id !== frame.tag.id) return [each];
      return frame.action === 'update' ? [frame.tag] : [];
    });
    return { ...ticket, tags };
  });
};

const rename = (client: QueryClient, change: (ticket: TicketView) => TicketView): void => {
  changeLists(client, ({ pages }) => mapTickets(pages, change));
  client.setQueriesData<TicketView>({ queryKey: ['ticket'] }, ticket => ticket && change(ticket));
};

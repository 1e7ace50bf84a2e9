import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { contactSearchQuery } from '../../api/contacts.ts';
import { ticketsQuery } from '../../api/tickets.ts';
import { ticketRows } from '../../live/ticket-lists.ts';
import { contactName } from '../../shared/contact-name.ts';
import { phoneNumber } from '../../shared/formats.ts';
import type { PaletteItem } from './palette-items.ts';

/** Specification, core, sections 5 and 9. */
const delayMs = 500;
const shortest = 3;
const most = 5;

export type Person = { readonly name: string; readonly number: string };

/** Tickets and contacts that have what is typed: the first of each. */
export const useFound = (typed: string, startWith: (person: Person) => void) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = typed.trim();
  const [settled] = useDebouncedValue(search, delayMs);
  const enabled = search === settled && settled.length >= shortest;
  const tickets = useInfiniteQuery({
    ...ticketsQuery({ showAll: true, queueIds: null, search: settled }),
    enabled,
  });
  const contacts = useQuery({ ...contactSearchQuery(settled), enabled });

  const items: readonly PaletteItem[] = enabled
    ? [
        ...(tickets.data ? ticketRows(tickets.data) : []).slice(0, most).map(ticket => ({
          ...{ id: `ticket-${ticket.id}`, group: 'tickets' as const },
          text: contactName(t, ticket.contact),
          detail: [`#${ticket.number}`, t(`contact.status.${ticket.status}`), ticket.queue?.name]
            .filter(Boolean)
            .join(' · '),
          run: () => void navigate(`/tickets/${ticket.uuid}`),
        })),
        ...(contacts.data?.contacts ?? [])
          .filter(({ erased }) => !erased)
          .slice(0, most)
          .map(contact => ({
            ...{ id: `contact-${contact.id}`, group: 'contacts' as const },
            text: contactName(t, contact),
            detail: phoneNumber(contact.number),
            run: () => startWith({ name: contact.name, number: contact.number }),
          })),
      ]
    : [];
  const isAsked = search.length >= shortest;
  const isWaiting = isAsked && (search !== settled || tickets.isFetching || contacts.isFetching);
  return { items, isWaiting, error: enabled ? (tickets.error ?? contacts.error) : null };
};

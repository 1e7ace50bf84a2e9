import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { fetchData } from '../../api/http.ts';

export const simulatedPhone = z.object({ number: z.string(), name: z.string(), connected: z.boolean() });
export const simulatedContact = z.object({ number: z.string(), name: z.string() });
export type SimulatedContact = z.output<typeof simulatedContact>;

export const simulatedMessage = z.object({
  id: z.string(),
  fromMe: z.boolean(),
  type: z.string(),
  text: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  status: z.enum(['pending', 'sent', 'delivered', 'read']),
  reactions: z.array(z.object({ emoji: z.string() })),
  edited: z.boolean(),
  revoked: z.boolean(),
});
export type SimulatedMessage = z.output<typeof simulatedMessage>;

export const phonesQuery = queryOptions({
  queryKey: ['simulator', 'phones'],
  queryFn: ({ signal }) => fetchData({ path: '/simulator/phones', schema: z.array(simulatedPhone), signal }),
});

export const contactsQuery = queryOptions({
  queryKey: ['simulator', 'contacts'],
  queryFn: ({ signal }) =>
    fetchData({ path: '/simulator/contacts', schema: z.array(simulatedContact), signal }),
});

export const chatKey = (contact: string) => ['simulator', 'chat', contact] as const;

export const chatQuery = (contact: string, phone: string) =>
  queryOptions({
    queryKey: [...chatKey(contact), phone],
    queryFn: ({ signal }) =>
      fetchData({
        path: `/simulator/contacts/${contact}/messages`,
        query: { with: phone },
        schema: z.array(simulatedMessage),
        signal,
      }),
  });

export const addContact = (contact: SimulatedContact): Promise<unknown> =>
  fetchData({ method: 'POST', path: '/simulator/contacts', body: contact, schema: z.unknown() });

export const writeAsContact = (contact: string, to: string, text: string): Promise<unknown> =>
  fetchData({
    method: 'POST',
    path: `/simulator/contacts/${contact}/messages`,
    body: { to, text },
    schema: z.unknown(),
  });

/** The contact looks at the chat: what came in is read. */
export const readAsContact = (contact: string, phone: string): Promise<unknown> =>
  fetchData({
    method: 'POST',
    path: `/simulator/contacts/${contact}/read`,
    body: { with: phone },
    schema: z.unknown(),
  });

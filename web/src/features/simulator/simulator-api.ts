import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { fetchData } from '../../api/http.ts';

export const simulatedPhone = z.object({
  number: z.string(),
  name: z.string(),
  connected: z.boolean(),
  /** A device shows a pairing code and waits until it is typed here. */
  awaitsCode: z.boolean(),
  companions: z.array(z.object({ jid: z.string(), online: z.boolean() })),
  addresses: z.array(z.object({ number: z.string(), name: z.string() })),
  picture: z.string().optional(),
});
export type SimulatedPhone = z.output<typeof simulatedPhone>;

export const simulatedContact = z.object({
  number: z.string(),
  name: z.string(),
  policy: z.object({ deliver: z.boolean(), read: z.boolean() }),
  presence: z.object({ available: z.boolean() }),
  blocked: z.array(z.string()),
  picture: z.string().optional(),
});
export type SimulatedContact = z.output<typeof simulatedContact>;

export const simulatedGroup = z.object({
  jid: z.string(),
  subject: z.string(),
  members: z.array(z.string()),
  picture: z.string().optional(),
});
export type SimulatedGroup = z.output<typeof simulatedGroup>;

const card = z.object({ name: z.string(), vcard: z.string() });
const file = z.object({
  kind: z.enum(['image', 'video', 'audio', 'document', 'sticker']),
  mimetype: z.string(),
  size: z.number(),
  /** Where the opened file is, below /simulator. */
  path: z.string(),
  fileName: z.string().optional(),
  voice: z.boolean().optional(),
  seconds: z.number().optional(),
});
export type SimulatedFile = z.output<typeof file>;

export const messageStatus = z.enum(['pending', 'sent', 'delivered', 'read']);
export const simulatedMessage = z.object({
  id: z.string(),
  fromMe: z.boolean(),
  from: z.string(),
  type: z.string(),
  text: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  status: messageStatus,
  reactions: z.array(z.object({ from: z.string(), emoji: z.string() })),
  edited: z.boolean(),
  revoked: z.boolean(),
  played: z.boolean().optional(),
  viewOnce: z.boolean().optional(),
  quoted: z.string().optional(),
  media: file.optional(),
  location: z.object({ latitude: z.number(), longitude: z.number(), name: z.string().optional() }).optional(),
  vcard: z.string().optional(),
  vcards: z.array(card).optional(),
  poll: z.object({ options: z.array(z.string()) }).optional(),
});
export type SimulatedMessage = z.output<typeof simulatedMessage>;

export const simulatedChat = z.object({ chat: z.string(), unread: z.number(), last: simulatedMessage });
export type SimulatedChat = z.output<typeof simulatedChat>;

export const simulatedCall = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  video: z.boolean(),
  status: z.enum(['ringing', 'accepted', 'rejected', 'missed', 'ended']),
});

export const simulatorFaults = z.object({
  dropAcks: z.boolean(),
  dropReceipts: z.boolean(),
  silent: z.boolean(),
  delayMs: z.number(),
  mediaDelayMs: z.number(),
  duplicateNext: z.number(),
  reorderNext: z.number(),
  corruptNext: z.number(),
  cannotDecryptNext: z.number(),
  failNextMedia: z.number(),
  ackError: z.string().nullable(),
});
export type SimulatorFaults = z.output<typeof simulatorFaults>;

const key = 'simulator';
export const simulatorKey = [key] as const;

export const phonesQuery = queryOptions({
  queryKey: [key, 'phones'],
  queryFn: ({ signal }) => fetchData({ path: '/simulator/phones', schema: z.array(simulatedPhone), signal }),
});

export const contactsQuery = queryOptions({
  queryKey: [key, 'contacts'],
  queryFn: ({ signal }) =>
    fetchData({ path: '/simulator/contacts', schema: z.array(simulatedContact), signal }),
});

export const groupsQuery = queryOptions({
  queryKey: [key, 'groups'],
  queryFn: ({ signal }) => fetchData({ path: '/simulator/groups', schema: z.array(simulatedGroup), signal }),
});

export const callsQuery = queryOptions({
  queryKey: [key, 'calls'],
  queryFn: ({ signal }) => fetchData({ path: '/simulator/calls', schema: z.array(simulatedCall), signal }),
});

export const faultsQuery = queryOptions({
  queryKey: [key, 'faults'],
  queryFn: ({ signal }) => fetchData({ path: '/simulator/faults', schema: simulatorFaults, signal }),
});

/** The chats of somebody's phone, the newest first. */
export const chatsQuery = (owner: string) =>
  queryOptions({
    queryKey: [key, 'chats', owner],
    queryFn: ({ signal }) =>
      fetchData({ path: `/simulator/contacts/${owner}/chats`, schema: z.array(simulatedChat), signal }),
  });

export const shownAtMost = 200;

/** What a phone shows of one chat, oldest first. */
export const chatQuery = (owner: string, chat: string) =>
  queryOptions({
    queryKey: [key, 'chat', owner, chat],
    queryFn: ({ signal }) =>
      fetchData({
        path: `/simulator/contacts/${owner}/messages`,
        query: { with: chat, newest: shownAtMost },
        schema: z.array(simulatedMessage),
        signal,
      }),
  });

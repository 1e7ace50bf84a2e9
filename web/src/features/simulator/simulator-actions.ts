import { z } from 'zod';
import { fetchData } from '../../api/http.ts';
import { ApiError } from '../../shared/api-error.ts';
import { type SimulatorFaults, simulatedPhone, simulatorFaults } from './simulator-api.ts';

/** Whose phone it is: a company's own, or a contact's. */
export type Owner = {
  readonly kind: 'phone' | 'contact';
  readonly number: string;
  readonly name: string;
  readonly picture?: string | undefined;
};

type Media = {
  readonly kind: 'image' | 'video' | 'audio' | 'document' | 'sticker';
  readonly base64: string;
  readonly mimetype: string;
  readonly caption?: string;
  readonly fileName?: string;
  readonly voice?: boolean;
  readonly seconds?: number;
};
export type Content = (
  | { readonly text: string }
  | { readonly media: Media }
  | { readonly location: { latitude: number; longitude: number; name?: string } }
  | { readonly vcard: { name: string; vcard: string } }
  | { readonly reaction: { id: string; emoji: string } }
  | { readonly edit: { id: string; text: string } }
  | { readonly revoke: string }
) & { readonly quoted?: string | undefined };

const post = (path: string, body: object = {}): Promise<unknown> =>
  fetchData({ method: 'POST', path: `/simulator${path}`, body, schema: z.unknown() });
const put = (path: string, body: object): Promise<unknown> =>
  fetchData({ method: 'PUT', path: `/simulator${path}`, body, schema: z.unknown() });

const pathOf = ({ kind, number }: Owner): string => `/${kind}s/${number}`;
export const isGroup = (chat: string): boolean => chat.endsWith('@g.us');
const addressed = (chat: string) => (isGroup(chat) ? { group: chat } : { to: chat });

/** Writes on somebody's phone. The message comes back through the events. */
export const write = (owner: Owner, chat: string, content: Content): Promise<unknown> =>
  post(`${pathOf(owner)}/messages`, { ...addressed(chat), ...content });

/** The owner looks at a chat: what came in is read. */
export const readChat = (owner: Owner, chat: string): Promise<unknown> =>
  post(`${pathOf(owner)}/read`, { with: chat });

export const playVoice = (owner: Owner, chat: string, id: string): Promise<unknown> =>
  post(`/contacts/${owner.number}/messages/${encodeURIComponent(id)}/play`, { with: chat });

export const showTyping = (
  contact: string,
  to: string,
  how: { on: boolean; recording?: boolean },
): Promise<unknown> => post(`/contacts/${contact}/typing`, { to, ...how });

export const addContact = (contact: { number: string; name: string }): Promise<unknown> =>
  post('/contacts', contact);

export const setPicture = (number: string, picture: { base64: string } | { drawn: true }): Promise<unknown> =>
  put(`/contacts/${number}/picture`, { picture });

export const setPresence = (number: string, available: boolean): Promise<unknown> =>
  put(`/contacts/${number}/presence`, {
    available,
    ...(available ? {} : { lastSeen: Math.floor(Date.now() / 1000) }),
  });

export const setPolicy = (number: string, policy: { deliver?: boolean; read?: boolean }): Promise<unknown> =>
  put(`/contacts/${number}/policy`, policy);

export const setBlocked = (number: string, blocked: string, on: boolean): Promise<unknown> =>
  post(`/contacts/${number}/blocks`, { number: blocked, on });

/** A phone saves a contact in its address book; without a name it takes the contact out. */
export const setAddress = (phone: string, contact: string, name: string | null): Promise<unknown> =>
  put(`/phones/${phone}/addresses/${contact}`, { name });

export const startCall = (from: string, to: string): Promise<unknown> =>
  post(`/contacts/${from}/calls`, { to });

export const endCall = (id: string, how: 'terminate' | 'accept' | 'reject'): Promise<unknown> =>
  post(`/calls/${id}/end`, { how });

export const addGroup = (subject: string, members: readonly string[]): Promise<unknown> =>
  post('/groups', { subject, members });

export const addPhone = (phone: { number: string; name: string }): Promise<unknown> => post('/phones', phone);

export const scanQr = (phone: string, qr: string): Promise<unknown> => post(`/phones/${phone}/scan`, { qr });

export const typeCode = (phone: string, code: string): Promise<unknown> =>
  post(`/phones/${phone}/link`, { code });

/** Whether the phone and the device did not find each other: nobody waits, or the code is another. */
export const isNotPaired = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

export const unlinkAll = (phone: string): Promise<unknown> =>
  fetchData({ method: 'POST', path: `/simulator/phones/${phone}/logout`, body: {}, schema: simulatedPhone });

export const changeFaults = (faults: Partial<SimulatorFaults>): Promise<SimulatorFaults> =>
  fetchData({ method: 'POST', path: '/simulator/faults', body: faults, schema: simulatorFaults });

export const clearFaults = (): Promise<SimulatorFaults> =>
  fetchData({ method: 'DELETE', path: '/simulator/faults', schema: simulatorFaults });

/** Ends every line at once: with a code of WhatsApp's, or without a word. */
export const closeLines = (how: number | 'cut'): Promise<unknown> => post('/faults', { closeWith: how });

import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  type CompanyEventSuffix,
  companyEventSuffixes,
  connectionFrame,
  contactFrame,
  type Frame,
  messageFrame,
  presenceFrame,
  queueOptionsFrame,
  sessionFrame,
  settingFrame,
  ticketFrame,
  userFrame,
} from '#contracts/live.ts';
import { recordFrame } from '#contracts/records.ts';
import { type RecordName, records } from '#domain/records/records.ts';
import { mapValues } from '#domain/shared/typed-objects.ts';
import type { Viewer } from '#domain/ticket/visibility.ts';
import { askAnswersSoon } from '../api/answers-soon.ts';
import { auditNewsKey } from '../api/audit-news-key.ts';
import { connectionsQuery } from '../api/connections.ts';
import { dashboardKey } from '../api/dashboard.ts';
import { noticesKey } from '../api/notices.ts';
import { queueOptionsQuery } from '../api/queue-options.ts';
import { recordKey } from '../api/record-key.ts';
import { userNamesQuery } from '../api/users.ts';
import { applyConnection, applyConnectionSession } from './apply-connection.ts';
import { applyMessage } from './apply-message.ts';
import {
  applyConnectionName,
  applyContact,
  applyQueue,
  applyTag,
  applyUser,
  leaveContacts,
} from './apply-names.ts';
import { applyTicket, forgetTicket } from './apply-ticket.ts';
import type { PresenceStore } from './presence-store.ts';
import type { TicketMemory } from './ticket-memory.ts';

/** What a frame meant to the screen, for those who react beyond the cache. */
export type Applied =
  | { readonly kind: 'message'; readonly frame: z.output<typeof messageFrame> }
  | { readonly kind: 'ticket-deleted'; readonly ticketId: string }
  | { readonly kind: 'ticket-hidden'; readonly ticketId: string }
  | { readonly kind: 'contact-unlisted' }
  | { readonly kind: 'logout'; readonly reason: 'other-login' | 'revoked' }
  | { readonly kind: 'user-changed'; readonly userId: string }
  | { readonly kind: 'setting-changed'; readonly key: string; readonly value: string }
  | { readonly kind: 'other' };

export type FrameTarget = {
  readonly client: QueryClient;
  readonly viewer: Viewer;
  readonly memory: TicketMemory;
  readonly presence: PresenceStore;
  /** Something happened that the badges may have to show. */
  readonly onCountsChanged: () => void;
};

/**
 * The only place where live frames reach the query cache. Every entity is guarded by its log position: an older
 * frame never overwrites a newer row, and applying a frame again changes nothing.
 */
export const applyFrame = (target: FrameTarget, frame: Frame): Applied => {
  const suffix = suffixOf(frame.event);
  return suffix ? (appliers[suffix](target, frame) ?? other) : other;
};

const other: Applied = { kind: 'other' };

const suffixOf = (event: string): CompanyEventSuffix | undefined => {
  const suffix = event.slice(event.lastIndexOf('-') + 1);
  return companyEventSuffixes.find(known => known === suffix);
};

type Applier = (target: FrameTarget, frame: Frame) => Applied | undefined;

/** What tickets show of a record; whatever else shows it asks anew. */
const shownByTickets: { readonly [Name in RecordName]?: (client: QueryClient, data: unknown) => void } = {
  queue: (client, data) => {
    const parsed = recordFrame(records.queue).safeParse(data);
    if (parsed.success) applyQueue(client, parsed.data);
  },
  tag: (client, data) => {
    const parsed = recordFrame(records.tag).safeParse(data);
    if (parsed.success) applyTag(client, parsed.data);
  },
};

const recordAppliers = mapValues(
  records,
  ({ concept }): Applier =>
    ({ client }, { data }) => {
      shownByTickets[concept]?.(client, data);
      void client.invalidateQueries({ queryKey: recordKey(concept) });
      return undefined;
    },
);

const appliers: Readonly<Record<CompanyEventSuffix, Applier>> = {
  presence: ({ presence }, frame) => {
    const parsed = presenceFrame.safeParse(frame.data);
    if (parsed.success) presence.put(parsed.data);
    return undefined;
  },
  ticket: (target, frame) => {
    const parsed = ticketFrame.safeParse(frame.data);
    if (!parsed.success) return undefined;
    const { data } = parsed;
    switch (data.action) {
      case 'update':
      case 'updateUnread':
        applyTicket(target, data.ticket);
        return undefined;
      case 'delete':
        forgetTicket(target, data.ticketId, frame.position, 'deleted');
        return { kind: 'ticket-deleted', ticketId: data.ticketId };
      case 'removeFromList':
        forgetTicket(target, data.ticketId, frame.position, 'hidden');
        return { kind: 'ticket-hidden', ticketId: data.ticketId };
    }
  },
  appMessage: (target, frame) => {
    const parsed = messageFrame.safeParse(frame.data);
    if (!parsed.success) return undefined;
    if (parsed.data.action === 'create') applyTicket(target, parsed.data.ticket);
    applyMessage(target.client, parsed.data.message, parsed.data.action === 'create');
    return { kind: 'message', frame: parsed.data };
  },
  contact: (target, frame) => {
    const parsed = contactFrame.safeParse(frame.data);
    if (!parsed.success) return undefined;
    if (parsed.data.action === 'removeFromList') {
      leaveContacts(target.client, parsed.data.contactId);
      return undefined;
    }
    const { action, contact } = parsed.data;
    return applyContact(target.client, contact, action) ? { kind: 'contact-unlisted' } : undefined;
  },
  ...recordAppliers,
  user: ({ client }, frame) => {
    const parsed = userFrame.safeParse(frame.data);
    if (!parsed.success) return undefined;
    const { userId, name } = parsed.data;
    if (name !== undefined) applyUser(client, { id: userId, name });
    void client.invalidateQueries({ queryKey: userNamesQuery.queryKey });
    void client.invalidateQueries({ queryKey: recordKey('user') });
    return { kind: 'user-changed', userId };
  },
  schedule: ({ client }) => {
    void client.invalidateQueries({ queryKey: recordKey('schedule') });
    return undefined;
  },
  setting: ({ client }, frame) => {
    const parsed = settingFrame.safeParse(frame.data);
    if (!parsed.success) return undefined;
    const { key, value } = parsed.data.setting;
    void client.invalidateQueries({ queryKey: ['settings'] });
    if (key === 'useContactWallet') void client.invalidateQueries({ queryKey: recordKey('contact') });
    return { kind: 'setting-changed', key, value };
  },
  whatsapp: (target, frame) => {
    const parsed = connectionFrame.safeParse(frame.data);
    if (!parsed.success) return undefined;
    applyConnection(target.client, parsed.data);
    if (parsed.data.action === 'update') applyConnectionName(target.client, parsed.data.whatsapp);
    return undefined;
  },
  whatsappSession: (target, frame) => {
    const parsed = sessionFrame.safeParse(frame.data);
    if (!parsed.success) return undefined;
    const known = applyConnectionSession(target.client, parsed.data.session);
    if (!known) void target.client.invalidateQueries({ queryKey: connectionsQuery.queryKey });
    return undefined;
  },
  queueOptions: ({ client }, frame) => {
    const parsed = queueOptionsFrame.safeParse(frame.data);
    if (parsed.success)
      void client.invalidateQueries({ queryKey: queueOptionsQuery(parsed.data.queueId).queryKey });
    return undefined;
  },
  dashboard: ({ client }) => {
    void client.invalidateQueries({ queryKey: dashboardKey });
    askAnswersSoon(client);
    return undefined;
  },
  notice: ({ client }) => {
    void client.invalidateQueries({ queryKey: noticesKey });
    return undefined;
  },
  audit: ({ client }) => {
    void client.invalidateQueries({ queryKey: auditNewsKey });
    return undefined;
  },
  auth: (_target, frame) => {
    const data = frame.data;
    if (typeof data !== 'object' || data === null || !('reason' in data)) return undefined;
    return { kind: 'logout', reason: data.reason === 'other-login' ? 'other-login' : 'revoked' };
  },
};

import { may, type Ranked } from '../access/may.ts';
import type { TicketStatus } from './events.ts';

/** Whose eyes a ticket is looked at with. */
export type Viewer = Ranked & {
  readonly userId: string;
  readonly queueIds: readonly string[];
  /** Where a person works: empty, or left out, everywhere. */
  readonly connectionIds?: readonly string[];
};

export type Seen = {
  readonly status: TicketStatus;
  readonly queueId: string | null;
  readonly userId: string | null;
  readonly isGroup: boolean;
  /** Its contact is choosing from the menu. */
  readonly chatbot?: boolean;
} & (OnConnection | { /** As screens name it. */ readonly whatsappId: string });
type OnConnection = { readonly connectionId: string };

/**
 * Whether a viewer may see a ticket: who may see any, every one; others those assigned to them, and on their
 * connections those of own queues, those without a queue whose contact is not choosing one, groups and closed ones.
 * Specification, core, sections 4 and 6.
 */
export const canSee = (viewer: Viewer, ticket: Seen): boolean =>
  may(viewer, 'ticket.seeAny') ||
  ticket.userId === viewer.userId ||
  (worksOn(viewer, 'connectionId' in ticket ? ticket.connectionId : ticket.whatsappId) &&
    (ticket.isGroup ||
      ticket.status === 'closed' ||
      (ticket.queueId === null ? !ticket.chatbot : viewer.queueIds.includes(ticket.queueId))));

/** Whether a connection is one of a viewer's. */
export const worksOn = (viewer: Viewer, connectionId: string): boolean => {
  const { connectionIds = [] } = viewer;
  return may(viewer, 'ticket.seeAny') || connectionIds.length === 0 || connectionIds.includes(connectionId);
};

/** The same rule as a scope for lists: everything, or what `canSee` lets this user see. */
export type ListScope =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'visible';
      readonly userId: string;
      readonly queueIds: readonly string[];
      /** Empty: all of them. */
      readonly connectionIds: readonly string[];
    };

export const listScope = (viewer: Viewer): ListScope => {
  if (may(viewer, 'ticket.seeAny')) return { kind: 'all' };
  const { userId, queueIds, connectionIds = [] } = viewer;
  return { kind: 'visible', userId, queueIds, connectionIds };
};

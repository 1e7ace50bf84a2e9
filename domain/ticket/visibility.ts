import { may } from '../access/may.ts';
import type { Profile } from '../user/events.ts';
import type { TicketStatus } from './events.ts';

/** Whose eyes a ticket is looked at with. */
export type Viewer = {
  readonly userId: string;
  readonly profile: Profile;
  readonly queueIds: readonly string[];
};

export type Seen = {
  readonly status: TicketStatus;
  readonly queueId: string | null;
  readonly userId: string | null;
  readonly isGroup: boolean;
};

/**
 * Whether a viewer may see a ticket: who may see any, every one; others those of own queues, those without a queue,
 * groups, closed ones, and those assigned to them. Specification, core, sections 4 and 6.
 */
export const canSee = (viewer: Viewer, ticket: Seen): boolean =>
  may(viewer, 'ticket.seeAny') ||
  ticket.isGroup ||
  ticket.status === 'closed' ||
  ticket.queueId === null ||
  ticket.userId === viewer.userId ||
  viewer.queueIds.includes(ticket.queueId);

/** The same rule as a scope for lists: everything, or what `canSee` lets this user see. */
export type ListScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'visible'; readonly userId: string; readonly queueIds: readonly string[] };

export const listScope = (viewer: Viewer): ListScope =>
  may(viewer, 'ticket.seeAny')
    ? { kind: 'all' }
    : { kind: 'visible', userId: viewer.userId, queueIds: viewer.queueIds };

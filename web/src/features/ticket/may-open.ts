import type { SessionUserView, TicketView } from '#contracts/views.ts';
import { canSee } from '#domain/ticket/visibility.ts';

/** Whether this user may open this ticket: specification, core, section 4. */
export const mayOpen = (user: SessionUserView, ticket: TicketView): boolean =>
  canSee({ userId: user.id, profile: user.profile, queueIds: user.queues.map(queue => queue.id) }, ticket);

import type { SessionUserView, TicketView } from '#contracts/views.ts';
import { canSee } from '#domain/ticket/visibility.ts';
import { viewerOf } from '../../api/viewer.ts';

/** Whether this user may open this ticket: specification, core, section 4. */
export const mayOpen = (user: SessionUserView, ticket: TicketView): boolean => canSee(viewerOf(user), ticket);

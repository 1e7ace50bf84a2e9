import type { SessionUserView } from '#contracts/views.ts';
import type { Viewer } from '#domain/ticket/visibility.ts';

/** Whose eyes the screens look with. */
export const viewerOf = (user: SessionUserView): Viewer => ({
  userId: user.id,
  profile: user.profile,
  superAdmin: user.superAdmin,
  analyst: user.analyst,
  queueIds: user.queues.map(queue => queue.id),
  connectionIds: user.whatsapps.map(connection => connection.id),
});

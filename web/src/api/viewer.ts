import type { SessionUserView } from '#contracts/views.ts';
import type { Viewer } from '#domain/ticket/visibility.ts';

/** Whose eyes the screens look with. */
export const viewerOf = ({ id, profile, queues, whatsapps }: SessionUserView): Viewer => ({
  userId: id,
  profile,
  queueIds: queues.map(queue => queue.id),
  connectionIds: whatsapps.map(connection => connection.id),
});

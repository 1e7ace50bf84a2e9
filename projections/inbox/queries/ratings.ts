import type { RatingView } from '#contracts/ratings.ts';
import { canSee, type Seen, type Viewer } from '#domain/ticket/visibility.ts';
import type { Queryable } from '../../tenant.ts';
import { onePerson, person } from './ticket-history.ts';

type RatingRow = RatingView & { readonly ticket: Seen };

const shown = 20;
const lookedAt = 200;

const ofContact = `
  select r.id, r.ticket_id as "ticketId", t.number as "ticketNumber", r.rating, r.reason, r.at, ${person('u')} as user,
    json_build_object('status', t.status, 'queueId', t.queue_id, 'userId', t.user_id, 'isGroup', t.is_group,
      'connectionId', t.connection_id) as ticket
  from inbox.rating r join inbox.ticket t on t.id = r.ticket_id left join inbox.app_user u on u.id = r.user_id
  where r.company_id = $1 and r.contact_id = any(${onePerson('$1', '$2')})
  order by r.placed desc limit ${lookedAt}`;

/** What a contact gave as marks at tickets that this viewer may see, the newest first, the last 20 of them. */
export const contactRatings = async (
  db: Queryable,
  viewer: Viewer,
  contactId: string,
): Promise<readonly RatingView[]> => {
  const rows = await db.query<RatingRow>('contact_ratings', ofContact, [db.companyId, contactId]);
  return rows.flatMap(({ ticket, ...rating }) => (canSee(viewer, ticket) ? [rating] : [])).slice(0, shown);
};

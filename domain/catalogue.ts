import { claimEvents } from './claim/events.ts';
import { companyEvents } from './company/events.ts';
import { connectionEvents } from './connection/events.ts';
import { contactEvents } from './contact/events.ts';
import { installationEvents } from './installation/events.ts';
import { messageEvents } from './message/events.ts';
import { records } from './records/records.ts';
import type { EventsOf } from './shared/event.ts';
import type { Category } from './shared/stream.ts';
import { indexBy, pluck } from './shared/typed-objects.ts';
import { ticketEvents } from './ticket/events.ts';
import { userEvents } from './user/events.ts';

/** Every event of the product, by the category of the streams it stands in. */
export const catalogue = {
  company: companyEvents,
  user: userEvents,
  connection: connectionEvents,
  contact: contactEvents,
  ticket: ticketEvents,
  message: messageEvents,
  ...pluck(indexBy(records, 'category'), 'events'),
  claim: claimEvents,
  installation: installationEvents,
} satisfies Record<Category, unknown>;

export type AnyEvent = { [C in Category]: EventsOf<(typeof catalogue)[C]> }[Category];
export type AnyEventType = AnyEvent['type'];

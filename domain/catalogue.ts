import { claimEvents } from './claim/events.ts';
import { companyEvents } from './company/events.ts';
import { connectionEvents } from './connection/events.ts';
import { contactEvents } from './contact/events.ts';
import { installationEvents } from './installation/events.ts';
import { messageEvents } from './message/events.ts';
import { queueEvents } from './queue/events.ts';
import { quickMessageEvents } from './quick-message/events.ts';
import type { EventsOf } from './shared/event.ts';
import type { Category } from './shared/stream.ts';
import { tagEvents } from './tag/events.ts';
import { ticketEvents } from './ticket/events.ts';
import { userEvents } from './user/events.ts';

/** Every event of the product, by the category of the streams it stands in. */
export const catalogue = {
  company: companyEvents,
  user: userEvents,
  queue: queueEvents,
  connection: connectionEvents,
  contact: contactEvents,
  ticket: ticketEvents,
  message: messageEvents,
  tag: tagEvents,
  quickmessage: quickMessageEvents,
  claim: claimEvents,
  installation: installationEvents,
} satisfies Record<Category, unknown>;

export type AnyEvent = { [C in Category]: EventsOf<(typeof catalogue)[C]> }[Category];
export type AnyEventType = AnyEvent['type'];

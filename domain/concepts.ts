import { claimEntity } from './claim/claim.ts';
import { claimEvents } from './claim/events.ts';
import { companyEntity } from './company/company.ts';
import { companyEvents } from './company/events.ts';
import { connectionEntity } from './connection/connection.ts';
import { connectionEvents } from './connection/events.ts';
import { contactEntity } from './contact/contact.ts';
import { contactEvents } from './contact/events.ts';
import { installationEvents } from './installation/events.ts';
import { messageEvents } from './message/events.ts';
import { messageEntity } from './message/message.ts';
import { ticketEvents } from './ticket/events.ts';
import { ticketEntity } from './ticket/ticket.ts';
import { userEvents } from './user/events.ts';
import { userEntity } from './user/user.ts';

/**
 * Every concept whose deciders are written by hand, under the category of its streams; records stand in
 * domain/records/records.ts. Stream categories and the catalogue of events follow from both.
 */
export const concepts = {
  company: { events: companyEvents, entity: companyEntity },
  user: { events: userEvents, entity: userEntity },
  connection: { events: connectionEvents, entity: connectionEntity },
  contact: { events: contactEvents, entity: contactEntity },
  ticket: { events: ticketEvents, entity: ticketEntity },
  message: { events: messageEvents, entity: messageEntity },
  claim: { events: claimEvents, entity: claimEntity },
  /** Nothing is decided on it: see commands/installation. */
  installation: { events: installationEvents },
};

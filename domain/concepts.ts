import { apiKeyEntity } from './api-key/api-key.ts';
import { apiKeyEvents } from './api-key/events.ts';
import { claimEntity } from './claim/claim.ts';
import { claimEvents } from './claim/events.ts';
import { companyEntity } from './company/company.ts';
import { companyEvents } from './company/events.ts';
import { connectionEntity } from './connection/connection.ts';
import { connectionEvents } from './connection/events.ts';
import { contactEntity } from './contact/contact.ts';
import { contactEvents } from './contact/events.ts';
import { contactImportEntity } from './contact-import/contact-import.ts';
import { contactImportEvents } from './contact-import/events.ts';
import { dataAccessEntity } from './data-access/data-access.ts';
import { dataAccessEvents } from './data-access/events.ts';
import { installationEvents } from './installation/events.ts';
import { integrityEvents } from './integrity/events.ts';
import { messageEvents } from './message/events.ts';
import { messageEntity } from './message/message.ts';
import { noticeEvents } from './notice/events.ts';
import { noticeEntity } from './notice/notice.ts';
import { queueMenuEvents } from './queue-menu/events.ts';
import { queueMenuEntity } from './queue-menu/queue-menu.ts';
import { scheduleEvents } from './schedule/events.ts';
import { scheduleEntity } from './schedule/schedule.ts';
import { sessionEvents } from './session/events.ts';
import { sessionEntity } from './session/session.ts';
import { ticketEvents } from './ticket/events.ts';
import { ticketEntity } from './ticket/ticket.ts';
import { userEvents } from './user/events.ts';
import { userEntity } from './user/user.ts';
import { webhookEvents } from './webhook/events.ts';
import { webhookEntity } from './webhook/webhook.ts';

/**
 * Every concept whose deciders are written by hand, under the category of its streams; records stand in
 * domain/records/records.ts. Stream categories and the catalogue of events follow from both.
 */
export const concepts = {
  company: { events: companyEvents, entity: companyEntity },
  user: { events: userEvents, entity: userEntity },
  session: { events: sessionEvents, entity: sessionEntity },
  connection: { events: connectionEvents, entity: connectionEntity },
  contact: { events: contactEvents, entity: contactEntity },
  contactimport: { events: contactImportEvents, entity: contactImportEntity },
  ticket: { events: ticketEvents, entity: ticketEntity },
  message: { events: messageEvents, entity: messageEntity },
  queuemenu: { events: queueMenuEvents, entity: queueMenuEntity },
  schedule: { events: scheduleEvents, entity: scheduleEntity },
  notice: { events: noticeEvents, entity: noticeEntity },
  webhook: { events: webhookEvents, entity: webhookEntity },
  dataaccess: { events: dataAccessEvents, entity: dataAccessEntity },
  apikey: { events: apiKeyEvents, entity: apiKeyEntity },
  claim: { events: claimEvents, entity: claimEntity },
  /** Nothing is decided on it: see commands/installation. */
  installation: { events: installationEvents },
  /** Written by what follows the log: see commands/integrity. */
  integrity: { events: integrityEvents },
};

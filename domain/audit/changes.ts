import type { integrityEvents } from '../integrity/events.ts';
import { records } from '../records/records.ts';
import type { Entity } from '../shared/decider.ts';
import type { DomainEvent, EventsOf } from '../shared/event.ts';
import type { Category } from '../shared/stream.ts';
import { type Change, type Portrait, portrait } from './portrait.ts';
import { companyPortrait } from './portraits/company.ts';
import { connectionPortrait } from './portraits/connection.ts';
import { contactImportPortrait, contactPortrait } from './portraits/contact.ts';
import { messagePortrait } from './portraits/message.ts';
import {
  apiKeyPortrait,
  claimPortrait,
  dataAccessPortrait,
  noticePortrait,
  sessionPortrait,
  userPortrait,
} from './portraits/people.ts';
import { recordPortrait } from './portraits/record.ts';
import { ticketPortrait } from './portraits/ticket.ts';
import { queueMenuPortrait, schedulePortrait, webhookPortrait } from './portraits/work.ts';

const nothingFolded: Entity<undefined, EventsOf<typeof integrityEvents>> = {
  initial: undefined,
  evolve: () => undefined,
};

const portraits: Readonly<Record<Category, Portrait>> = {
  company: companyPortrait,
  user: userPortrait,
  session: sessionPortrait,
  connection: connectionPortrait,
  contact: contactPortrait,
  contactimport: contactImportPortrait,
  ticket: ticketPortrait,
  message: messagePortrait,
  queuemenu: queueMenuPortrait,
  schedule: schedulePortrait,
  notice: noticePortrait,
  webhook: webhookPortrait,
  dataaccess: dataAccessPortrait,
  apikey: apiKeyPortrait,
  claim: claimPortrait,
  integrity: portrait({
    entity: nothingFolded,
    picture: () => ({}),
    shows: { CheckpointSigned: { said: ['size'] } },
  }),
  /** Of no company: nobody looks at it. */
  installation: { changes: () => [], fields: [] },
  queue: recordPortrait(records.queue),
  tag: recordPortrait(records.tag),
  quickmessage: recordPortrait(records.quickMessage),
  question: recordPortrait(records.question),
};

/**
 * What the last of these events changed: its thing before and after it, by the fold that decisions rest on. The events
 * are a stream from its beginning up to that event. Nothing that another event said of something else counts as before.
 */
export const changesOf = (category: Category, upTo: readonly DomainEvent[]): readonly Change[] =>
  portraits[category].changes(upTo);

/** Every field that a change can be of: each has a name in every language. */
export const shownFields: readonly string[] = [
  ...new Set(Object.values(portraits).flatMap(({ fields }) => fields)),
];

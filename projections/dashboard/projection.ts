import { type AnyEventType, catalogue } from '#domain/catalogue.ts';
import { categoriesOf, type Projection } from '../kit/projection.ts';
import { attendanceFold, strayFold } from './attendance-fold.ts';
import { leadFold, markFold } from './contact-folds.ts';
import { episodeFold, lastClosingFold, ticketTagFold } from './episode-folds.ts';
import { companyHoursFold, queueHoursFold } from './hours-folds.ts';
import { labelFold } from './label-fold.ts';
import { handlingFold, stayFold, waitFold } from './span-folds.ts';

const folds = [
  ...[companyHoursFold, queueHoursFold],
  ...[strayFold, attendanceFold, lastClosingFold, episodeFold, ticketTagFold, stayFold],
  ...[handlingFold, waitFold, markFold, leadFold, labelFold],
];

/**
 * The facts that figures are made of. What erases, merges and removes people and queues says nothing to it: facts hold
 * ids, times and numbers alone, and stay what they were.
 */
export const dashboard: Projection = {
  name: 'dashboard',
  version: 3,
  forTenants: true,
  paceMs: 100,
  folds,
  categories: categoriesOf(folds),
  ignores: [
    'TicketRead',
    'TicketNoted',
    'TicketNoteDeleted',
    'TicketRatingAsked',
    'TicketRatingExplained',
    'TicketRatingEnded',
    'TicketThanked',
    ...Object.keys(catalogue.message)
      .map(type => type as AnyEventType)
      .filter(type => !['MessageReceived', 'MessageQueued', 'MessageMoved'].includes(type)),
    ...Object.keys(catalogue.company)
      .map(type => type as AnyEventType)
      .filter(type => !['CompanySettingChanged', 'CompanySchedulesChanged'].includes(type)),
    ...Object.entries(catalogue)
      .filter(([category]) => !['ticket', 'message', 'queue', 'tag', 'company'].includes(category))
      .flatMap(([, schemas]) => Object.keys(schemas) as AnyEventType[]),
  ],
};

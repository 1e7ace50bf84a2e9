import type { Projection } from '../kit/projection.ts';
import { messageFold } from './message-fold.ts';
import { connectionFold, contactFold, queueFold, settingFold, userFold } from './record-folds.ts';
import { tallyFold } from './tally-fold.ts';
import { deletedTicketFold, ticketCounterFold, ticketFold } from './ticket-fold.ts';

/** What the screens of an inbox show. */
export const inbox: Projection = {
  name: 'inbox',
  version: 1,
  forTenants: true,
  folds: [
    ticketCounterFold,
    deletedTicketFold,
    messageFold,
    ticketFold,
    tallyFold,
    contactFold,
    queueFold,
    userFold,
    connectionFold,
    settingFold,
  ],
  categories: ['company', 'user', 'queue', 'connection', 'contact', 'ticket', 'message'],
  ignores: [
    'CompanyCreated',
    'ConnectionSessionRequested',
    'ConnectionLogoutRequested',
    'KeyClaimed',
    'KeyReleased',
  ],
};

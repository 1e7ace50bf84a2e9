import { records } from '#domain/records/records.ts';
import type { Projection } from '../kit/projection.ts';
import { recordFolds } from '../records/record-folds.ts';
import { deedFold, noteFold } from './deed-folds.ts';
import { erasedPersonFold, erasureFold, erasureSweeps, mergeSweeps } from './erasure-fold.ts';
import { messageFold } from './message-fold.ts';
import { connectionFold, contactFold, settingFold, userFold } from './record-folds.ts';
import { tallyFold } from './tally-fold.ts';
import { deletedTicketFold, ticketCounterFold, ticketFold } from './ticket-fold.ts';
import { ticketTagFold } from './ticket-tag-fold.ts';

/** What the screens of an inbox show. */
export const inbox: Projection = {
  name: 'inbox',
  version: 18,
  forTenants: true,
  folds: [
    erasedPersonFold,
    erasureFold,
    ticketCounterFold,
    deletedTicketFold,
    messageFold,
    ticketFold,
    ticketTagFold,
    noteFold,
    deedFold,
    tallyFold,
    contactFold,
    ...recordFolds('inbox'),
    userFold,
    connectionFold,
    settingFold,
  ],
  sweeps: { ...erasureSweeps, ...mergeSweeps },
  categories: [
    'company',
    'user',
    'connection',
    'contact',
    'ticket',
    'message',
    ...Object.values(records).map(({ category }) => category),
  ],
  ignores: [
    'CompanyCreated',
    'ContactsMerged',
    'ContactsUnmerged',
    'ConnectionTokenRenewed',
    'ConnectionSessionRequested',
    'ConnectionLogoutRequested',
    'KeyClaimed',
    'KeyReleased',
    'InstallationFounded',
  ],
};

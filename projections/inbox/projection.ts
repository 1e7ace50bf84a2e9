import { categoriesOf, type Projection } from '../kit/projection.ts';
import { recordFolds } from '../records/record-folds.ts';
import { erasedPersonFold, erasureFold, erasureSweeps, mergeSweeps } from './erasure-fold.ts';
import { historyFold, noteFold } from './history-folds.ts';
import { messageFold } from './message-fold.ts';
import { connectionFold, contactFold, settingFold, userFold } from './record-folds.ts';
import { tallyFold } from './tally-fold.ts';
import { deletedTicketFold, ticketCounterFold, ticketFold } from './ticket-fold.ts';
import { ticketTagFold } from './ticket-tag-fold.ts';

const folds = [
  erasedPersonFold,
  erasureFold,
  ticketCounterFold,
  deletedTicketFold,
  messageFold,
  ticketFold,
  ticketTagFold,
  noteFold,
  historyFold,
  tallyFold,
  contactFold,
  ...recordFolds('inbox'),
  userFold,
  connectionFold,
  settingFold,
];

/** What the screens of an inbox show. */
export const inbox: Projection = {
  name: 'inbox',
  version: 18,
  forTenants: true,
  folds,
  sweeps: { ...erasureSweeps, ...mergeSweeps },
  categories: categoriesOf(folds),
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

import { categoriesOf, type Projection } from '../kit/projection.ts';
import { recordFolds } from '../records/record-folds.ts';
import { apiKeyFold } from './api-key-fold.ts';
import { contactSweeps, erasedPersonFold, erasureFold, erasureSweeps } from './erasure-fold.ts';
import { historyFold, noteFold, ratingFold } from './history-folds.ts';
import { messageFold } from './message-fold.ts';
import { noticeFold, noticeMarkFold } from './notice-fold.ts';
import { outsideMessageFold } from './outside-message-fold.ts';
import { queueMenuFold, queueOptionFold } from './queue-menu-fold.ts';
import {
  companyHoursFold,
  companyTextFold,
  connectionFold,
  contactFold,
  settingFold,
  userFold,
} from './record-folds.ts';
import { scheduleFold } from './schedule-fold.ts';
import { tallyFold } from './tally-fold.ts';
import { deletedTicketFold, ticketCounterFold, ticketFold } from './ticket-fold.ts';
import { ticketTagFold } from './ticket-tag-fold.ts';
import { webhookFold } from './webhook-fold.ts';

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
  ratingFold,
  tallyFold,
  contactFold,
  ...recordFolds('inbox'),
  userFold,
  connectionFold,
  settingFold,
  noticeFold,
  noticeMarkFold,
  webhookFold,
  companyHoursFold,
  queueMenuFold,
  queueOptionFold,
  companyTextFold,
  scheduleFold,
  apiKeyFold,
  outsideMessageFold,
];

/** What the screens of an inbox show. */
export const inbox: Projection = {
  name: 'inbox',
  version: 24,
  forTenants: true,
  folds,
  sweeps: { ...erasureSweeps, ...contactSweeps },
  categories: categoriesOf(folds),
  ignores: [
    'ContactImportStarted',
    'ContactImportCancelled',
    'ContactImportUndoRequested',
    'ContactImportUndone',
    'CompanyCreated',
    'CompanyDueDateChanged',
    'UserPasswordChanged',
    'CompanySecretSet',
    'CompanySecretRemoved',
    'ContactsMerged',
    'ContactsUnmerged',
    'ConnectionTokenRenewed',
    'WebhookSecretRenewed',
    'ConnectionSessionRequested',
    'ConnectionLogoutRequested',
    'KeyClaimed',
    'KeyReleased',
    'InstallationFounded',
    'CheckpointSigned',
    'UserLoggedIn',
    'UserSessionTakenOver',
    'UserLoggedOut',
    'UserSessionRevoked',
    'UserLoginFailed',
    'UserAccessRefused',
    'AuditSearched',
    'DataExported',
    'ConversationViewed',
  ],
};

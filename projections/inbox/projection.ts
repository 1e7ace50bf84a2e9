import type { Projection } from '../kit/projection.ts';
import { deedFold, noteFold } from './deed-folds.ts';
import { erasedPersonFold, erasureFold, erasureSweeps, mergeSweeps } from './erasure-fold.ts';
import { messageFold } from './message-fold.ts';
import {
  connectionFold,
  contactFold,
  queueFold,
  quickMessageFold,
  settingFold,
  tagFold,
  userFold,
} from './record-folds.ts';
import { tallyFold } from './tally-fold.ts';
import { deletedTicketFold, ticketCounterFold, ticketFold } from './ticket-fold.ts';
import { ticketTagFold } from './ticket-tag-fold.ts';

/** What the screens of an inbox show. */
export const inbox: Projection = {
  name: 'inbox',
  version: 16,
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
    queueFold,
    tagFold,
    quickMessageFold,
    userFold,
    connectionFold,
    settingFold,
  ],
  sweeps: { ...erasureSweeps, ...mergeSweeps },
  categories: [
    'company',
    'user',
    'queue',
    'connection',
    'contact',
    'ticket',
    'message',
    'tag',
    'quickmessage',
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

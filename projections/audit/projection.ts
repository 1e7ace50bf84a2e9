import { categoriesOf, type Projection } from '../kit/projection.ts';
import { entryFold, ofNoCompany } from './entry-fold.ts';
import { messagePlaceFold, objectFold, ticketCounterFold } from './object-folds.ts';

const folds = [ticketCounterFold, messagePlaceFold, objectFold, entryFold];

/** Who did what, when, on what and because of what: an entry for each event of a company. */
export const audit: Projection = {
  name: 'audit',
  version: 2,
  forTenants: true,
  paceMs: 100,
  folds,
  forgets: ['ContactErased'],
  categories: categoriesOf(folds),
  ignores: ofNoCompany,
};

import { may } from '../access/may.ts';
import type { Viewer } from '../ticket/visibility.ts';

/**
 * Whether a contact is in a viewer's lists, where the company works with wallets (`useContactWallet`): one's own and
 * nobody's, and for who lists any all of them. `wallet`: whose it is of those who still work there.
 */
export const isListedFor = (viewer: Viewer, wallet: readonly string[]): boolean =>
  wallet.length === 0 || wallet.includes(viewer.userId) || may(viewer, 'contact.listAny');

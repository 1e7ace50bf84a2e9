import type { TFunction } from 'i18next';
import { phoneNumber } from './formats.ts';

type Named = { readonly name: string; readonly number: string; readonly erased?: boolean | undefined };

/** How a contact is called on the screen: one that was erased has no name any more. */
export const contactName = (t: TFunction, contact: Named): string =>
  contact.erased ? t('contact.erased') : contact.name || phoneNumber(contact.number);

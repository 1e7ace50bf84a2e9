import type { Logger } from 'pino';
import type { Commands } from '#commands/commands.ts';
import type { ContactPictures } from '../media/contact-pictures.ts';
import { persistently } from '../retry.ts';

type Dependencies = {
  readonly contacts: Pick<Commands['contact'], 'refresh' | 'hasNoPicture'>;
  readonly pictures: Pick<ContactPictures, 'keepOnly'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly signal: AbortSignal;
};
type Contact = { readonly companyId: string; readonly contactId: string };

/**
 * What a process does when a contact was merged or is on its own again: it knows so from then on, and gives up the file
 * of a face that may have been the other's. That file is not waited for: the log is followed on while its store is out of
 * reach, and what could not be deleted goes with the next picture.
 */
export const afterMerge =
  ({ contacts, pictures, log, signal }: Dependencies) =>
  async (contact: Contact): Promise<void> => {
    await persistently(() => contacts.refresh(contact.companyId, contact), { signal });
    if (!contacts.hasNoPicture(contact.companyId, contact)) return;
    pictures.keepOnly(contact, null).catch(error => {
      if (!signal.aborted) log.warn({ err: error }, 'the picture of a contact that was merged is still kept');
    });
  };

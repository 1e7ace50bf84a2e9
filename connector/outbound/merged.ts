import type { Logger } from 'pino';
import type { Commands } from '#commands/commands.ts';
import type { Recorded } from '#eventstore/types.ts';
import type { ContactPictures } from '../media/contact-pictures.ts';
import { persistently } from '../retry.ts';

type Dependencies = {
  readonly contacts: Pick<Commands['contact'], 'refresh' | 'hasNoPicture'>;
  readonly pictures: Pick<ContactPictures, 'keepOnly'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly signal: AbortSignal;
};
type MergeEvent = {
  readonly type: (typeof merges)[number];
  readonly companyId: string;
  readonly data: { readonly contactId: string };
};

const merges = ['ContactsMerged', 'ContactMergedInto', 'ContactsUnmerged', 'ContactUnmergedFrom'] as const;
const isMergeType: ReadonlySet<string> = new Set(merges);

/** Whether an event says of a contact that it was merged, or is on its own again. */
export const isMerge = (event: Recorded): event is Extract<Recorded, { type: MergeEvent['type'] }> =>
  isMergeType.has(event.type);

/**
 * What a process does when a contact was merged or is on its own again: it knows so from then on, and gives up the file
 * of a face that may have been the other's once they are parted. That file is not waited for: the log is followed on
 * while its store is out of reach, and what could not be deleted goes with the next picture.
 */
export const afterMerge =
  ({ contacts, pictures, log, signal }: Dependencies) =>
  async ({ type, companyId, data: { contactId } }: MergeEvent): Promise<void> => {
    await persistently(() => contacts.refresh(companyId, { contactId }), { signal });
    // After any other its file may be one that is kept at this moment, to be shown.
    if (type !== 'ContactsUnmerged' || !contacts.hasNoPicture(companyId, { contactId })) return;
    pictures.keepOnly({ companyId, contactId }, null).catch(error => {
      if (!signal.aborted) log.warn({ err: error }, 'the picture of a contact that was merged is still kept');
    });
  };

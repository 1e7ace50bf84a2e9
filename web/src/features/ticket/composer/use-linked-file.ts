import { useState } from 'react';
import { z } from 'zod';
import type { QuickMessageView } from '#contracts/quick-messages.ts';
import { useUser } from '../../../api/session-store.ts';
import type { LinkedFile } from '../../../live/outbox/outbox.ts';
import { keepDraft, linkedOf, readDraft } from '../drafts.ts';

const linkedFile = z.object({ path: z.string(), name: z.string(), mime: z.string(), size: z.number() });

/** The file of a quick reply that goes with what is written next in a ticket. It is kept with the draft. */
export const useLinkedFile = (ticketId: string) => {
  const user = useUser();
  const key = linkedOf(ticketId);
  const [linked, show] = useState(() => parsed(readDraft(user.id, key)));
  const put = (file: LinkedFile | undefined): void => {
    show(file);
    keepDraft(user.id, key, file ? JSON.stringify(file) : '');
  };
  return {
    linked,
    /** What a quick reply brings with it; one without a file brings none. */
    link: ({ file, mediaName, mediaPath }: QuickMessageView): void =>
      put(
        file && mediaPath
          ? { path: mediaPath, name: mediaName ?? file.name, mime: file.mime, size: file.size }
          : undefined,
      ),
    unlink: (): void => put(undefined),
  };
};

const parsed = (text: string): LinkedFile | undefined => {
  try {
    return linkedFile.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

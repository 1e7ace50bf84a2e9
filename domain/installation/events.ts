import { z } from 'zod';
import { id } from '../shared/event.ts';

export const installationEvents = {
  /**
   * Says whose the log is: the first event of a log, or the first since logs say it. `keyCheck` is a digest under a key
   * of the installation's database, which shows that database and log belong together and tells nothing of the key.
   */
  InstallationFounded: z.object({ installationId: id, keyCheck: z.string().regex(/^[0-9a-f]{64}$/) }),
};

import type { Provider } from '#domain/connection/events.ts';
import { migrateMedia } from '#files/migrate.ts';
import { type MediaSettings, openMediaStore } from '#files/store.ts';
import type { Baileys } from '../baileys.ts';
import { persistently } from '../retry.ts';
import { openContactPictures } from './contact-pictures.ts';
import { openDownloads } from './downloads.ts';
import { fetchFile, type Sealed, wholeOf } from './fetch-file.ts';
import type { MediaLimits } from './obtain.ts';
import type { AwaitedFile } from './remote-file.ts';
import { openUploads } from './uploads.ts';
import { runDownloads, type WorkerDependencies } from './worker.ts';

/** As what fails of a provider's files is set aside under. */
export const filesWorker = (provider: Provider): string => `connector ${provider} files`;

export type FileSettings = MediaSettings & MediaLimits;

type Dependencies = Omit<WorkerDependencies, 'name' | 'downloads' | 'media' | 'limits'> & {
  readonly settings: FileSettings;
  readonly cipher: Parameters<typeof openDownloads>[1];
  readonly provider: Provider;
  /** This process among all that may hold a lease. */
  readonly owner: string;
};

/** The files of messages that one connector process gets and gives. */
export const openFiles = async (dependencies: Dependencies) => {
  const { pool, settings, cipher, provider, owner, signal } = dependencies;
  await migrateMedia(pool);
  const media = openMediaStore(pool, settings);
  const name = filesWorker(provider);
  const downloads = openDownloads(pool, cipher, { provider, owner, worker: name });
  const uploads = openUploads(pool, cipher, media);
  const worker = runDownloads({ ...dependencies, name, downloads, media, limits: settings });
  return {
    uploads,
    /** The bytes of something that is not kept. Throws FileTrouble, or MediaTooLarge behind so many bytes. */
    read: async (baileys: Baileys, file: Sealed, mostBytes: number): Promise<Buffer> =>
      wholeOf(fetchFile(baileys, file, { hosts: await dependencies.hosts(), signal }), mostBytes),
    pictures: openContactPictures({ ...dependencies, media }),
    /** A message that has been taken in has a file, `wanted` now or when somebody asks. Idempotent; throws what Postgres throws. */
    awaitFile: async (
      message: { readonly messageId: string; readonly connectionId: string; readonly companyId: string },
      awaited: AwaitedFile,
      wanted = true,
    ): Promise<void> => {
      await downloads.note({ ...message, awaited, wanted });
      if (wanted) worker.wake();
    },
    /** A file is wanted, or a session that can ask for it has come. */
    wake: worker.wake,
    prune: async () => {
      for (const prune of [downloads.prune, uploads.prune])
        await persistently(prune, { signal, tries: 1 }).catch(() => undefined);
    },
    /** Gets files until the signal aborts; resolves once nothing is under way any more. */
    run: worker.run,
  };
};
export type Files = Awaited<ReturnType<typeof openFiles>>;

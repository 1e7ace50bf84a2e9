import { DEFAULT_CONNECTION_CONFIG, type SignalAuthState, type SocketConfig } from '@whiskeysockets/baileys';

type MakeRepository = SocketConfig['makeSignalRepository'];

/**
 * The library's signal repository under one lock. Without it the library lets a message that comes and one
 * that goes to the same contact at the same moment start from the same ratchet, and one step is lost.
 */
export const oneLockRepository: MakeRepository = (auth, logger, pnToLid) => {
  const plain = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, logger, pnToLid);
  const locked =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      transaction(auth, () => work(...args));
  return {
    ...plain,
    decryptMessage: locked(plain.decryptMessage),
    decryptGroupMessage: locked(plain.decryptGroupMessage),
    encryptMessage: locked(plain.encryptMessage),
    encryptGroupMessage: locked(plain.encryptGroupMessage),
    processSenderKeyDistributionMessage: locked(plain.processSenderKeyDistributionMessage),
    injectE2ESession: locked(plain.injectE2ESession),
    migrateSession: locked(plain.migrateSession),
    deleteSession: locked(plain.deleteSession),
  };
};

function transaction<T>({ creds, keys }: SignalAuthState, work: () => Promise<T>): Promise<T> {
  const me = 'me' in creds && typeof creds.me === 'object' && creds.me !== null ? creds.me : {};
  const lock = 'id' in me ? String(me.id) : 'unpaired';
  return 'transaction' in keys && typeof keys.transaction === 'function'
    ? keys.transaction(work, lock)
    : work();
}

import type { Socket } from '../baileys.ts';
import { FileTrouble } from './fetch-file.ts';
import type { AwaitedFile } from './remote-file.ts';

const answerWithinMs = 20_000;

/**
 * Has the account's phone give a file to WhatsApp anew, and answers where it is then. Throws FileTrouble: `expired`
 * when the phone has it no more, `unreachable` when it does not answer.
 */
export const askPhone = async (socket: Socket, { waKey, file }: AwaitedFile): Promise<AwaitedFile> => {
  const { id, remoteJid, fromMe, participant } = waKey;
  const content = { mediaKey: Buffer.from(file.mediaKey, 'base64'), directPath: '', url: '' };
  const message = { key: { id, remoteJid, fromMe, participant }, message: { imageMessage: content } };
  const timer = Promise.withResolvers<never>();
  const timeout = setTimeout(
    () => timer.reject(new FileTrouble('unreachable', 'the phone did not answer')),
    answerWithinMs,
  );
  try {
    const answer = await Promise.race([socket.updateMediaMessage(message), timer.promise]);
    const { directPath } = answer.message?.imageMessage ?? {};
    if (!directPath) throw new FileTrouble('expired', 'the phone named no place');
    return { waKey, file: { ...file, directPath, url: null } };
  } catch (error) {
    if (error instanceof FileTrouble) throw error;
    throw new FileTrouble('expired', String(error));
  } finally {
    clearTimeout(timeout);
  }
};

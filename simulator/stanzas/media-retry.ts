import { createCipheriv, randomBytes } from 'node:crypto';
import { type BinaryNode, getBinaryNodeChild, hkdf, proto } from '@whiskeysockets/baileys';
import { nowSeconds, type Simulator } from '../simulator.ts';
import type { Companion } from '../state/companions.ts';
import { queueFor } from './login.ts';

const { ResultType } = proto.MediaRetryNotification;

/** A companion found a file gone: the phone gives it to the server anew and says where, or that it has it no more. */
export async function answerMediaRetry(
  simulator: Simulator,
  companion: Companion,
  receipt: BinaryNode,
): Promise<void> {
  const { id = '' } = receipt.attrs;
  const wanted = getBinaryNodeChild(receipt, 'rmr');
  const media = simulator.history.list(companion.phone).find(each => each.id === id)?.content.media;
  if (!wanted || !media) return;
  const has = !simulator.faults.refuseReupload && (await simulator.media.get(media.path)) !== undefined;
  const notification = {
    stanzaId: id,
    result: has ? ResultType.SUCCESS : ResultType.NOT_FOUND,
    ...(has ? { directPath: media.path } : {}),
  };
  const sealed = await seal(notification, Buffer.from(media.mediaKey, 'base64'), id);
  queueFor(simulator, companion.jid, {
    tag: 'notification',
    attrs: { from: receipt.attrs.to ?? '', id, type: 'mediaretry', t: String(nowSeconds()) },
    content: [
      {
        tag: 'encrypt',
        attrs: {},
        content: [
          { tag: 'enc_p', attrs: {}, content: sealed.ciphertext },
          { tag: 'enc_iv', attrs: {}, content: sealed.iv },
        ],
      },
      { tag: 'rmr', attrs: wanted.attrs },
    ],
  });
}

async function seal(notification: proto.IMediaRetryNotification, mediaKey: Buffer, messageId: string) {
  const key = await hkdf(mediaKey, 32, { info: 'WhatsApp Media Retry Notification' });
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(messageId));
  const plain = proto.MediaRetryNotification.encode(notification).finish();
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { iv, ciphertext: Buffer.concat([body, cipher.getAuthTag()]) };
}

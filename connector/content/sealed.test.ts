import { createCipheriv, randomBytes } from 'node:crypto';
import * as baileys from '@whiskeysockets/baileys';
import { describe, expect, it } from 'vitest';
import { openSealed, type Sealed, type SealedUse, sealedIn, sealingKey } from './sealed.ts';

const { Message } = baileys.proto;
const secret = randomBytes(32);
const author = '5@lid';

const sealed = (use: SealedUse, plain: Uint8Array, by = author): Sealed => {
  const iv = randomBytes(12);
  const cipher = createCipheriv(
    'aes-256-gcm',
    sealingKey(secret, { id: 'A1', author: by, changer: by, use }),
    iv,
  );
  const payload = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return {
    ...{ kind: 'sealed', use, target: { id: 'A1', own: true, author: null } },
    ...{ payload: payload.toString('base64'), iv: iv.toString('base64') },
  };
};
const open = (what: Sealed, names = ['5511@s.whatsapp.net', author], by = secret) =>
  openSealed(baileys, what, by, { authors: names, changers: names });
const text = Message.encode({ conversation: 'Onze' }).finish();

describe('a change that is sealed with the secret of its message', () => {
  it('is opened by whichever name its writer had', () => {
    expect(open(sealed('edit', text))).toMatchObject({ conversation: 'Onze' });
    expect(open(sealed('edit', text, '5511@s.whatsapp.net'))).toMatchObject({ conversation: 'Onze' });
  });

  it('stays closed for another secret, for others, and for another use', () => {
    expect(open(sealed('edit', text), [author], randomBytes(32))).toBeUndefined();
    expect(open(sealed('edit', text), ['6@lid'])).toBeUndefined();
    expect(open({ ...sealed('comment', text), use: 'edit' })).toBeUndefined();
    expect(open({ ...sealed('edit', text), payload: 'AA==', iv: 'AA==' })).toBeUndefined();
  });

  it('may be a reaction, a comment, or an event in either form', () => {
    const reaction = Message.ReactionMessage.encode({ text: '👍' }).finish();
    expect(open(sealed('reaction', reaction))).toMatchObject({ reactionMessage: { text: '👍' } });
    expect(open(sealed('comment', text))).toMatchObject({ conversation: 'Onze' });
    const bare = Message.EventMessage.encode({ name: 'Feira' }).finish();
    const whole = Message.encode({ eventMessage: { name: 'Feira' } }).finish();
    for (const plain of [bare, whole])
      expect(open(sealed('eventEdit', plain))).toMatchObject({ eventMessage: { name: 'Feira' } });
  });

  it('names its message, or is none', () => {
    const secretEncryptedMessage = { targetMessageKey: { id: 'A1', fromMe: true }, secretEncType: 2 };
    expect(sealedIn({ secretEncryptedMessage })).toMatchObject({
      use: 'edit',
      target: { id: 'A1', own: true },
    });
    expect(sealedIn({ secretEncryptedMessage: {} })).toBeUndefined();
    expect(sealedIn({ conversation: 'Oi' })).toBeUndefined();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../shared/errors.ts';
import { failureOf, sentAtAfter } from './outside.ts';

const messageId = '0199e2d4-7b1c-7f3e-9a52-4c1d8e6f2a10';
const waKey = { id: 'A', remoteJid: '1@lid', fromMe: true, participant: null };

describe('why a message failed', () => {
  it.each([
    ['WhatsApp 463', 'ERR_SENDING_WAPP_MSG', 463],
    ['ERR_WAPP_INVALID_CONTACT', 'ERR_WAPP_INVALID_CONTACT', null],
    ['no-answer', 'ERR_WAPP_NO_ANSWER', null],
    ['not-sent', 'ERR_SENDING_WAPP_MSG', null],
    ['toString', 'ERR_SENDING_WAPP_MSG', null],
  ])('%s is %s', (reason, code, whatsappCode) => {
    expect(failureOf(reason)).toEqual({ code, whatsappCode });
  });

  it('is a code of the catalogue, whatever the event says', () => {
    fc.assert(fc.property(fc.string(), reason => errorCodes.includes(failureOf(reason).code)));
  });
});

describe('when a message was sent', () => {
  it('is what the first receipt proves, until it is tried again', () => {
    const sent = sentAtAfter(null, { type: 'MessageSent', data: { messageId, waKey } }, '1');
    expect(sent).toBe('1');
    expect(sentAtAfter(sent, { type: 'MessageDelivered', data: { messageId } }, '2')).toBe('1');
    expect(sentAtAfter(null, { type: 'MessageRead', data: { messageId } }, '3')).toBe('3');
    expect(sentAtAfter(sent, { type: 'MessageFailed', data: { messageId, reason: 'x' } }, '4')).toBe('1');
    const again = { messageId, connectionId: messageId, userId: null };
    expect(sentAtAfter(sent, { type: 'MessageRetried', data: again }, '5')).toBeNull();
  });
});

import { EventEmitter } from 'node:events';
import * as baileys from '@whiskeysockets/baileys';
import { describe, expect, it } from 'vitest';
import { readContent } from './content.ts';
import type { JournalEntry } from './journal-entry.ts';
import { watchStanzas } from './watch-stanzas.ts';

const moment = 1_767_323_045;

const watched = () => {
  const ws = new EventEmitter();
  const kept: JournalEntry[] = [];
  const me = { id: '5511999990000:1@s.whatsapp.net', lid: '7:1@lid' };
  watchStanzas({ ws: ws as never }, { baileys, me: () => me, keep: entry => kept.push(entry) });
  const message = (attrs: Record<string, string>, content: baileys.BinaryNode[] = []) =>
    ws.emit('CB:message', { tag: 'message', attrs: { id: 'A', t: String(moment), ...attrs }, content });
  const call = (tag: string, attrs: Record<string, string> = {}, t = '7') => {
    const signal = { tag, attrs: { 'call-id': 'C', 'call-creator': '1@lid', ...attrs } };
    ws.emit('CB:call', { tag: 'call', attrs: { from: '1@lid', id: 'S', t }, content: [signal] });
  };
  return { call, kept, message };
};
const mediaType = (entry: JournalEntry | undefined) => {
  const content = entry?.plain && readContent(baileys, entry.plain);
  return content && content.kind === 'message' ? content.mediaType : undefined;
};

describe('stanzas that are not decrypted', () => {
  it.each([
    ['status', { from: 'status@broadcast', participant: '1@lid' }],
    ['status', { from: '5511999990000@s.whatsapp.net', recipient: 'status@broadcast' }],
    ['broadcast', { from: '55@broadcast', participant: '7@lid' }],
    ['broadcast', { from: '5511999990000@s.whatsapp.net', recipient: '55@broadcast' }],
    ['channel', { from: '120363@newsletter' }],
  ])('are rejected with the reason: %s', (rejected, attrs) => {
    const { kept, message } = watched();
    message(attrs);
    expect(kept).toMatchObject([{ rejected, plain: null, stanzaId: 'A' }]);
  });

  it('are placeholders for what only the phone opens', () => {
    const { kept, message } = watched();
    message({ from: '1@lid' }, [{ tag: 'unavailable', attrs: { type: 'view_once' } }]);
    expect(kept).toMatchObject([{ chat: '1@lid', attrs: { fromMe: false, sentAt: moment } }]);
    expect(mediaType(kept[0])).toBe('view_once');
  });

  it.each([
    ['0', '2009-01-01T00:00:00.000Z'],
    ['-62167219200', '2009-01-01T00:00:00.000Z'],
    ['soon', '2009-01-01T00:00:00.000Z'],
    ['99999999999999999', '2100-12-31T23:59:59.000Z'],
  ])('of the time %s are taken for one of %s', (t, at) => {
    const { call, kept, message } = watched();
    message({ from: '1@lid', t }, [{ tag: 'unavailable', attrs: { type: 'view_once' } }]);
    message({ from: '120363@newsletter', t });
    call('terminate', { reason: 'timeout' }, t);
    const times = kept.map(({ attrs }) => new Date(attrs.sentAt * 1000).toISOString());
    expect(times).toEqual([at, at, at]);
  });

  it('are kept when they are not encrypted, and left alone when they are', () => {
    const { kept, message } = watched();
    const content = Buffer.from(baileys.proto.Message.encode({ conversation: 'Aviso' }).finish());
    message({ from: '1@lid' }, [{ tag: 'plaintext', attrs: {}, content }]);
    expect(mediaType(kept[0])).toBe('text');
    message({ from: '1@lid' }, [{ tag: 'enc', attrs: { type: 'msg' }, content }]);
    expect(kept).toHaveLength(1);
  });
});

describe('a call', () => {
  it('is missed when it ends and nobody took it', () => {
    const { call, kept } = watched();
    call('offer', { caller_pn: '5511988887777@s.whatsapp.net' });
    expect(kept).toEqual([]);
    call('terminate', { reason: 'timeout' });
    const phone = '5511988887777@s.whatsapp.net';
    expect(kept).toMatchObject([{ stanzaId: 'C', chat: '1@lid', attrs: { remoteJidAlt: phone } }]);
    expect(mediaType(kept[0])).toBe('call_log');
  });
  it('is missed when its offer came while the connector was away', () => {
    const { call, kept } = watched();
    call('terminate', { reason: 'timeout' });
    expect(kept).toHaveLength(1);
  });
  it('is none when it was taken, here or elsewhere', () => {
    const { call, kept } = watched();
    call('offer');
    call('accept');
    call('terminate');
    call('offer', { 'call-id': 'D' });
    call('terminate', { 'call-id': 'D', reason: 'accepted_elsewhere' });
    expect(kept).toEqual([]);
  });
});

import * as baileys from '@whiskeysockets/baileys';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from './envelope.ts';
import { entryOf } from './watch-stanzas.ts';

const me = { id: '5511999990000:1@s.whatsapp.net', lid: '7:1@lid' };
const stanza = (attrs: Record<string, string>) => ({
  ...{ tag: 'message', content: [] },
  attrs: { id: 'B1', t: '1790000000', type: 'text', notify: 'Ana', ...attrs },
});

describe('who wrote to a list of people', () => {
  it('wrote in the chat with them alone', () => {
    const node = stanza({ from: '1679@broadcast', participant: '5511988880001:3@s.whatsapp.net' });
    expect(envelopeOf(baileys, node, me)).toMatchObject({
      ...{ id: 'B1', fromMe: false, remoteJid: '5511988880001@s.whatsapp.net', remoteJidAlt: null },
      ...{ participant: null, pushName: 'Ana' },
    });
    expect(entryOf(baileys, node, me)).toBeUndefined();
  });

  it('is known by both names, where both are given', () => {
    const node = stanza({
      from: '1679@broadcast',
      participant: '5@lid',
      participant_pn: '5511@s.whatsapp.net',
    });
    expect(envelopeOf(baileys, node, me)).toMatchObject({
      ...{ remoteJid: '5@lid', remoteJidAlt: '5511@s.whatsapp.net', participant: null },
    });
  });
});

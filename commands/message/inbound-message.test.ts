import { expect, it } from 'vitest';
import { memoryPersonKeys } from '#eventstore/person-keys.ts';
import { inboundCommandId, inboundMessageId } from './inbound-message.ts';

const waKey = { id: 'A', remoteJid: '5511987654321@s.whatsapp.net', fromMe: false, participant: null };

it('ids of what came in are the same each time in one installation, and cannot be found by trying numbers', () => {
  const [ours, guessing] = [memoryPersonKeys(), memoryPersonKeys()];
  const id = inboundMessageId(ours, 'c', 'k', waKey);
  expect(inboundMessageId(ours, 'c', 'k', waKey)).toBe(id);
  expect(inboundMessageId(ours, 'c', 'k', { ...waKey, remoteJid: '5511987654321:7@s.whatsapp.net' })).toBe(
    id,
  );
  expect(inboundMessageId(guessing, 'c', 'k', waKey)).not.toBe(id);
  const parts = [waKey.remoteJid, waKey.id];
  expect(inboundCommandId(ours, 'k', parts)).toBe(inboundCommandId(ours, 'k', parts));
  expect(inboundCommandId(guessing, 'k', parts)).not.toBe(inboundCommandId(ours, 'k', parts));
});

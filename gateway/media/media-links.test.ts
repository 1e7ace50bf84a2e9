import { describe, expect, it } from 'vitest';
import type { MessageView } from '#contracts/views.ts';
import { createMediaLinks } from './media-links.ts';

const [companyId, messageId] = [crypto.randomUUID(), crypto.randomUUID()];
const hash = 'ab'.repeat(32);
const address = `/api/media/${companyId}/${hash}?m=${messageId}`;
const hourMs = 3_600_000;

const message = { mediaUrl: address, media: { thumbnailUrl: null } } as unknown as MessageView;
const fileAt = (url: string | null) => {
  const query = new URL(url ?? '', 'http://x').searchParams;
  return {
    ...{ companyId, hash, messageId },
    ...{ expires: Number(query.get('e')), signature: query.get('s') ?? '' },
  };
};

describe('the address of a file', () => {
  let now = Date.parse('2026-11-21T12:00:01Z');
  const links = createMediaLinks('a secret', () => now);

  it('opens for at least twelve hours, and then no more', () => {
    const file = fileAt(links.signed(message).mediaUrl);
    expect(links.secondsLeft(file)).toBeGreaterThanOrEqual(12 * 3_600);
    now += 18 * hourMs;
    expect(links.secondsLeft(file)).toBe(0);
  });

  it('is the same for hours, so that browsers find what they have', () => {
    now = Date.parse('2026-11-21T12:00:01Z');
    const { mediaUrl } = links.signed(message);
    now += 5 * hourMs;
    expect(links.signed(message).mediaUrl).toBe(mediaUrl);
    now += hourMs;
    expect(links.signed(message).mediaUrl).not.toBe(mediaUrl);
  });

  it.each(['companyId', 'hash', 'messageId', 'expires'] as const)('opens nothing with another %s', part => {
    const file = fileAt(links.signed(message).mediaUrl);
    const other = part === 'expires' ? file.expires + 1 : crypto.randomUUID();
    expect(links.secondsLeft({ ...file, [part]: other })).toBe(0);
  });

  it('opens nothing when it is not signed, or under another secret', () => {
    const file = fileAt(links.signed(message).mediaUrl);
    expect(links.secondsLeft({ ...file, signature: '' })).toBe(0);
    expect(createMediaLinks('another', () => now).secondsLeft(file)).toBe(0);
  });
});

describe('the pictures of contacts', () => {
  const links = createMediaLinks('a secret');
  const contact = { name: 'Ana', profilePicUrl: address };

  it('have addresses that open, wherever they stand in an answer', () => {
    const answer = { tickets: [{ id: '1', contact }], count: 1, contact };
    const { tickets, count, contact: own } = links.withPictures(answer);
    expect(count).toBe(1);
    for (const url of [tickets[0]?.contact.profilePicUrl ?? null, own.profilePicUrl])
      expect(links.secondsLeft(fileAt(url))).toBeGreaterThan(0);
    expect(contact.profilePicUrl).toBe(address);
  });
  it('leave everything else as it is', () => {
    for (const answer of [
      null,
      3,
      'text',
      [],
      { contact: { profilePicUrl: null } },
      { mediaUrl: address, list: [1] },
    ])
      expect(links.withPictures(answer)).toBe(answer);
    const signed = links.withPictures(contact);
    expect(links.withPictures(signed)).toBe(signed);
  });
});

import { describe, expect, it } from 'vitest';
import type { EventStore, Recorded } from '#eventstore/types.ts';
import { compose } from './compose.ts';
import { composeChange } from './compose-change.ts';
import type { OutboxRow } from './outbox.ts';

const metadata = { at: '2026-11-21T12:00:00.000Z' };
/** As the log tells it once the keys of its contact are gone. */
const empty = (event: object): Recorded => ({ metadata, erased: true, ...event }) as unknown as Recorded;
const queued = empty({
  type: 'MessageQueued',
  data: { messageId: 'm', waId: 'W', body: '', mediaType: 'text', quotedMessageId: null },
});
const edit = empty({ type: 'MessageEditRequested', data: { messageId: 'm', changeId: 'c', body: '' } });

const load = async () => [queued, edit];
const store = { load } as unknown as EventStore;
const sending = { ownJid: 'own', vanishesIn: undefined };
const reading = { store, commands: { message: { events: load } }, companyId: 'company' };

describe('what was to be sent to somebody who was erased', () => {
  it('is not sent, neither from the log nor as it was just told', async () => {
    expect(await compose(reading, 'm', sending)).toBeUndefined();
    if (queued.type === 'MessageQueued') expect(await compose(reading, queued, sending)).toBeUndefined();
  });

  it('is not changed on a phone either', async () => {
    const row: OutboxRow = {
      ...{ id: 'c', messageId: 'm', contactId: 'p', waId: 'E', kind: 'edit', position: 2 },
      ...{ tries: 1, uncertain: false },
    };
    expect(await composeChange(store, 'company', row)).toBeUndefined();
  });
});

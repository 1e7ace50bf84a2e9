import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { createOutbox, type OutboxItem } from './outbox.ts';

const item = (commandId: string) => ({
  commandId,
  ticketId: 't',
  body: commandId,
  quotedMsg: null,
  at: '2026-01-01',
});
const network = () => Promise.reject(new ApiError({ status: 0, code: 'ERR_NETWORK' }));

const setUp = (
  send: (item: OutboxItem) => Promise<{ id: string; position: number }>,
  kept = new Map<string, string>(),
) => {
  const sent: string[] = [];
  let settled = () => {};
  const outbox = createOutbox({
    storage: {
      getItem: key => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: key => void kept.delete(key),
    },
    storageKey: 'outbox',
    send,
    onSent: ({ commandId }) => void sent.push(commandId),
    failureOf: error => (error instanceof ApiError ? error.code : 'unknown'),
    retryLater: () => settled(),
  });
  const until = (condition: () => boolean) =>
    new Promise<void>(resolve => {
      const look = () => condition() && resolve();
      outbox.subscribe(look);
      settled = look;
      look();
    });
  return { outbox, sent, kept, until };
};

describe('the outbox', () => {
  it('sends in the order of writing and forgets what was sent', async () => {
    const { outbox, sent, kept, until } = setUp(({ commandId }) =>
      Promise.resolve({ id: commandId, position: 1 }),
    );
    for (const name of ['a', 'b', 'c']) outbox.add(item(name));
    await until(() => outbox.items().length === 0);
    expect(sent).toEqual(['a', 'b', 'c']);
    expect(kept.size).toBe(0);
  });

  it('keeps what could not be sent, over a reload, under the same command id', async () => {
    let failures = 0;
    const first = setUp(() => {
      failures += 1;
      return network();
    });
    first.outbox.add(item('a'));
    await first.until(() => failures === 1);
    expect(first.kept.get('outbox')).toContain('"commandId":"a"');

    const second = setUp(({ commandId }) => Promise.resolve({ id: commandId, position: 1 }), first.kept);
    second.outbox.flush();
    await second.until(() => second.outbox.items().length === 0);
    expect(second.sent).toEqual(['a']);
  });

  it('shows why the server refused one, and goes on with the next', async () => {
    const refuse = new ApiError({ status: 409, code: 'ERR_TICKET_CLOSED' });
    const { outbox, sent, until } = setUp(({ commandId }) =>
      commandId === 'a' ? Promise.reject(refuse) : Promise.resolve({ id: commandId, position: 1 }),
    );
    outbox.add(item('a'));
    outbox.add(item('b'));
    await until(() => sent.includes('b') && outbox.items().length === 1);
    expect(outbox.items()[0]?.failure).toBe('ERR_TICKET_CLOSED');
  });
});

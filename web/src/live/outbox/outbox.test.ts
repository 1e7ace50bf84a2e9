import { describe, expect, it } from 'vitest';
import { ApiError } from '../../shared/api-error.ts';
import { createOutbox, type OutboxDeps, type OutboxItem } from './outbox.ts';
import { openOutboxStore } from './outbox-store.ts';

const file = {
  ...{ name: 'a.jpg', mime: 'image/jpeg', size: 3, voice: false },
  ...{ seconds: null, width: null, height: null },
};
const item = (commandId: string, more: Partial<OutboxItem> = {}) => ({
  ...{ commandId, messageId: `message-${commandId}`, ticketId: 't', body: commandId },
  ...{ quotedMsg: null, at: '2026-01-01', ...more },
});
const network = () => Promise.reject(new ApiError({ status: 0, code: 'ERR_NETWORK' }));
const taken: OutboxDeps['send'] = ({ messageId }) => Promise.resolve({ id: messageId, position: 1 });

const memoryStorage = (kept: Map<string, string>): Storage => ({
  get length() {
    return kept.size;
  },
  key: index => [...kept.keys()][index] ?? null,
  getItem: key => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
  removeItem: key => void kept.delete(key),
  clear: () => kept.clear(),
});

const setUp = (
  send: OutboxDeps['send'],
  kept = new Map<string, string>(),
  more: Partial<OutboxDeps> = {},
) => {
  const sent: string[] = [];
  const gone: string[] = [];
  let settled = () => {};
  const outbox = createOutbox({
    store: openOutboxStore(memoryStorage(kept), 'outbox'),
    send,
    onSent: ({ commandId }) => void sent.push(commandId),
    onGone: ({ commandId }) => void gone.push(commandId),
    failureOf: error => (error instanceof ApiError ? error.code : 'unknown'),
    retryLater: () => settled(),
    waitUntil: () => Promise.resolve(),
    alone: (_name, run) => run(),
    ...more,
  });
  const until = (condition: () => boolean) =>
    new Promise<void>(resolve => {
      const look = () => condition() && resolve();
      outbox.subscribe(look);
      settled = look;
      look();
    });
  return { outbox, sent, gone, kept, until };
};

describe('the outbox', () => {
  it('sends in the order of writing and forgets what was sent', async () => {
    const { outbox, sent, kept, until } = setUp(taken);
    for (const name of ['a', 'b', 'c']) outbox.add(item(name));
    await until(() => outbox.items().length === 0);
    expect(sent).toEqual(['a', 'b', 'c']);
    expect(kept.size).toBe(0);
  });

  it('keeps what could not be sent, over a reload, under the same command id and in the same order', async () => {
    let failures = 0;
    const first = setUp(() => {
      failures += 1;
      return network();
    });
    first.outbox.add(item('a'), item('b'));
    await first.until(() => failures === 1);

    const second = setUp(taken, new Map([...first.kept].reverse()));
    second.outbox.flush();
    await second.until(() => second.outbox.items().length === 0);
    expect(second.sent).toEqual(['a', 'b']);
  });

  it('shows why the server refused one, and goes on with the next', async () => {
    const refuse = new ApiError({ status: 409, code: 'ERR_TICKET_CLOSED' });
    const { outbox, sent, until } = setUp(one =>
      one.commandId === 'a' ? Promise.reject(refuse) : taken(one, transfer),
    );
    outbox.add(item('a'));
    outbox.add(item('b'));
    await until(() => sent.includes('b') && outbox.items().length === 1);
    expect(outbox.items()[0]?.failure).toBe('ERR_TICKET_CLOSED');
  });

  it('does not let one ticket wait for the file of another', async () => {
    const { outbox, sent, until } = setUp(one =>
      one.file ? new Promise(() => undefined) : taken(one, transfer),
    );
    outbox.add(item('a', { ticketId: 'large', file }));
    outbox.add(item('b'));
    await until(() => sent.includes('b'));
    expect(outbox.items().map(({ commandId }) => commandId)).toEqual(['a']);
  });

  it('never sends what was taken back before its time', async () => {
    let asked = 0;
    const { outbox, sent, gone, until } = setUp(
      one => {
        asked += 1;
        return taken(one, transfer);
      },
      undefined,
      {
        waitUntil: (_time, signal) =>
          new Promise(resolve => signal.addEventListener('abort', () => resolve())),
      },
    );
    outbox.add(item('a', { file, notBefore: '2026-01-01' }));
    outbox.add(item('b'));
    const [waiting] = outbox.items();
    if (waiting) outbox.discard(waiting);
    await until(() => outbox.items().length === 0);
    expect([sent, gone, asked]).toEqual([['b'], ['a', 'b'], 1]);
  });

  it('stops an upload that is taken back, and tells how far one is', async () => {
    const { outbox, kept, until } = setUp((_one, { signal, onProgress }) => {
      onProgress(0.5);
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new ApiError({ status: 0, code: 'ERR_NETWORK' }))),
      );
    });
    outbox.add(item('a', { file }));
    await until(() => outbox.share('a') === 0.5);
    const [going] = outbox.items();
    if (going) outbox.discard(going);
    await until(() => outbox.share('a') === undefined);
    expect([outbox.items(), kept.size]).toEqual([[], 0]);
  });

  it('sends nothing in the name of who signs in next, and goes on when its person is back', async () => {
    const refused = new ApiError({ status: 401, code: 'ERR_SESSION_EXPIRED' });
    const refusedOnce = Promise.withResolvers<() => void>();
    let who: 'nobody' | 'another' | 'the same' = 'nobody';
    const askedAs: string[] = [];
    const { outbox, sent, until } = setUp(
      one => {
        askedAs.push(who);
        return who === 'nobody' ? Promise.reject(refused) : taken(one, transfer);
      },
      undefined,
      { retryLater: refusedOnce.resolve },
    );
    outbox.add(item('a'));
    const again = await refusedOnce.promise;
    outbox.close();
    who = 'another';
    again();
    outbox.flush();
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    expect(outbox.items()).toMatchObject([{ commandId: 'a', failure: null }]);
    who = 'the same';
    outbox.open();
    await until(() => outbox.items().length === 0);
    expect([sent, askedAs]).toEqual([['a'], ['nobody', 'the same']]);
  });

  it('does not overwrite what another tab keeps', () => {
    const kept = new Map<string, string>();
    const [one, other] = [setUp(network, kept), setUp(network, kept)];
    one.outbox.add(item('a'));
    other.outbox.add(item('b'));
    expect(
      setUp(network, kept)
        .outbox.items()
        .map(({ commandId }) => commandId),
    ).toEqual(['a', 'b']);
  });

  it('sends what the browser refuses to keep', async () => {
    const full = memoryStorage(new Map());
    full.setItem = () => {
      throw new Error('quota exceeded');
    };
    const { outbox, sent, until } = setUp(taken, undefined, { store: openOutboxStore(full, 'outbox') });
    outbox.add(item('a'));
    await until(() => outbox.items().length === 0);
    expect(sent).toEqual(['a']);
  });
});

const transfer = { signal: new AbortController().signal, onProgress: () => {} };

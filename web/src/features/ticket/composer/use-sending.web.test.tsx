import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createOutbox, type OutboxItem } from '../../../live/outbox/outbox.ts';
import { openOutboxStore } from '../../../live/outbox/outbox-store.ts';
import { OutboxContext } from '../../../live/outbox/use-outbox.ts';
import { fakeNetwork } from '../../../testing/network.ts';
import { stage, uuid } from '../../../testing/stage.tsx';
import { useSending } from './use-sending.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const detail = { voice: false, seconds: null, width: null, height: null };
const picture = new File(['jpeg'], 'foto.jpg', { type: 'image/jpeg' });

/** Sends a picture, and words right after it. */
const Sender = () => {
  const send = useSending(uuid(50));
  const both = () => {
    void send('', { files: [{ file: picture, detail }] }, undefined);
    void send('Veja a foto.', {}, undefined);
  };
  return (
    <button type="button" onClick={both}>
      Enviar
    </button>
  );
};

const setUp = async () => {
  const happened: string[] = [];
  const isFile = ({ file }: Pick<OutboxItem, 'file'>) => (file ? 'picture' : 'text');
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    this.transaction.addEventListener('complete', () => happened.push('file is kept'));
    return put.apply(this, given);
  });
  const outbox = createOutbox({
    ...{ store: openOutboxStore(localStorage, 'outbox-of-test'), onSent: () => undefined },
    ...{ onGone: () => undefined, failureOf: String, retryLater: () => undefined },
    ...{ waitUntil: () => Promise.resolve(), alone: (_name, run) => run() },
    send: item => {
      happened.push(`sent ${isFile(item)}`);
      return Promise.resolve({ id: item.messageId, position: 1 });
    },
  });
  const known = new Set<string>();
  outbox.subscribe(() => {
    for (const item of outbox.items()) {
      if (!known.has(item.commandId)) happened.push(`${isFile(item)} stands in the outbox`);
      known.add(item.commandId);
    }
  });
  await stage(
    fakeNetwork(),
    <OutboxContext value={outbox}>
      <Sender />
    </OutboxContext>,
  );
  return happened;
};

it('puts a file on its way once a reload would not lose it, and what is written after it behind it', async () => {
  const happened = await setUp();
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect.poll(() => happened.at(-1)).toBe('sent text');
  expect(happened.filter(each => !each.startsWith('sent'))).toEqual([
    ...['file is kept', 'picture stands in the outbox', 'text stands in the outbox'],
  ]);
});

it('still sends what the browser does not keep', async () => {
  const happened = await setUp();
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect.poll(() => happened.at(-1)).toBe('sent text');
  expect(happened.filter(each => each.startsWith('sent'))).toEqual(['sent picture', 'sent text']);
});

import { describe, expect, it } from 'vitest';
import { nobodyThere, presenceStore } from './presence-store.ts';

const [here, elsewhere] = ['0198a000-0000-7000-8000-000000000001', '0198a000-0000-7000-8000-000000000002'];
const bruno = { id: '0198a000-0000-7000-8000-000000000003', name: 'Bruno', typing: false };

const setUp = () => {
  const store = presenceStore();
  let told = 0;
  const leave = store.subscribe(here, () => {
    told += 1;
  });
  const put = (viewers: (typeof bruno)[], contact: 'composing' | null = null, ticketId = here) =>
    store.put({ action: 'update', ticketId, viewers, contact });
  return { store, put, leave, told: () => told };
};

describe('presence on a screen', () => {
  it('is what the last frame said', () => {
    const { store, put, told } = setUp();
    put([bruno]);
    put([{ ...bruno, typing: true }], 'composing');
    expect(store.of(here)).toEqual({ viewers: [{ ...bruno, typing: true }], contact: 'composing' });
    expect(told()).toBe(2);
  });

  it('is the same value until it changes, so that nothing is drawn again for nothing', () => {
    const { store, put } = setUp();
    expect(store.of(here)).toBe(nobodyThere);
    put([bruno]);
    expect(store.of(here)).toBe(store.of(here));
    put([]);
    expect(store.of(here)).toBe(nobodyThere);
  });

  it('tells nothing of other tickets', () => {
    const { put, told } = setUp();
    put([bruno], null, elsewhere);
    expect(told()).toBe(0);
  });

  it('is nobody once the connection is lost', () => {
    const { store, put, told } = setUp();
    put([bruno]);
    store.clear();
    expect(store.of(here)).toBe(nobodyThere);
    expect(told()).toBe(2);
  });

  it('of a ticket is forgotten when its room is left', () => {
    const { store, put, leave, told } = setUp();
    put([bruno]);
    store.forget(here);
    leave();
    put([bruno]);
    store.forget(here);
    expect(store.of(here)).toBe(nobodyThere);
    expect(told()).toBe(2);
  });
});

import { expect, it, vi } from 'vitest';

const shown = vi.hoisted(() => {
  const list: { title: string; options: unknown; onclick?: () => void; close: () => void }[] = [];
  class FakeNotification {
    static permission = 'granted';
    onclick?: () => void;
    close = (): void => undefined;
    readonly title: string;
    readonly options: unknown;
    constructor(title: string, options: unknown) {
      this.title = title;
      this.options = options;
      list.push(this);
    }
  }
  Object.assign(globalThis, { Notification: FakeNotification });
  return { list, FakeNotification };
});

import { notifyDesktop } from './desktop-notifications.ts';

const notice = { title: 'Clara', body: 'Oi', tag: 'ticket' };

it('a desktop notification leads to its page, and is shown only where that is allowed', () => {
  const focus = vi.fn();
  vi.stubGlobal('window', { focus });
  const onClick = vi.fn();
  notifyDesktop(notice, onClick);
  expect(shown.list).toMatchObject([{ title: 'Clara', options: { body: 'Oi', tag: 'ticket' } }]);
  shown.list[0]?.onclick?.();
  expect([focus, onClick].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  shown.FakeNotification.permission = 'denied';
  notifyDesktop(notice, onClick);
  expect(shown.list).toHaveLength(1);
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, 'Notification');
});

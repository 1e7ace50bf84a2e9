import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { WebhookView } from '#contracts/webhooks.ts';
import { webhooksQuery } from './webhooks.ts';

it('asks for nothing while the page is hidden, and at once when it is seen again', async () => {
  vi.useFakeTimers();
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  const becomes = (state: DocumentVisibilityState): void => {
    visibility.mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  };
  let asked = 0;
  const queryFn = async (): Promise<WebhookView[]> => {
    asked += 1;
    return [{ waiting: 2 } as WebhookView];
  };
  const client = new QueryClient();
  client.mount();
  const stop = new QueryObserver(client, { ...webhooksQuery, queryFn }).subscribe(() => undefined);
  onTestFinished(() => {
    stop();
    client.unmount();
    visibility.mockRestore();
    vi.useRealTimers();
  });
  await vi.advanceTimersByTimeAsync(11_000);
  expect(asked).toBe(3);
  becomes('hidden');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toBe(3);
  becomes('visible');
  await vi.advanceTimersByTimeAsync(10);
  expect(asked).toBe(4);
});

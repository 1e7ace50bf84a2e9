import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openStream } from '../../api/http.ts';
import { backOffMs } from '../../live/back-off.ts';
import { chatKey } from './simulator-api.ts';

/** Follows what happens on the simulated phones and loads what changed. */
export const useSimulatorEvents = (): void => {
  const client = useQueryClient();
  useEffect(() => {
    const abort = new AbortController();
    let retry: ReturnType<typeof setTimeout> | undefined;
    let tries = 0;
    const follow = async (): Promise<void> => {
      try {
        const stream = await openStream('/simulator/events', abort.signal);
        if (tries > 0) void client.invalidateQueries({ queryKey: ['simulator'] });
        tries = 0;
        for await (const data of readEvents(stream)) reload(client, data);
      } catch {
        // The stream broke off: followed again below.
      }
      if (abort.signal.aborted) return;
      retry = setTimeout(() => void follow(), backOffMs(tries, Math.random()));
      tries += 1;
    };
    void follow();
    return () => {
      abort.abort();
      clearTimeout(retry);
    };
  }, [client]);
};

const reload = (client: QueryClient, data: string): void => {
  const owner = /"owner":"(\d+)"/.exec(data)?.[1];
  void client.invalidateQueries({ queryKey: owner ? chatKey(owner) : ['simulator'] });
};

/** The data lines of server-sent events. */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block.split('\n').filter(line => line.startsWith('data:'));
      if (data.length > 0) yield data.map(line => line.slice(5).trimStart()).join('\n');
    }
  }
}

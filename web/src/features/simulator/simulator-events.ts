import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { openStream } from '../../api/http.ts';
import { throttle } from '../../live/throttle.ts';
import { backOffMs } from '../../shared/back-off.ts';
import { noteActivity, noteOnline } from './activity-store.ts';
import {
  callsQuery,
  chatQuery,
  chatsQuery,
  contactsQuery,
  faultsQuery,
  groupsQuery,
  messageStatus,
  phonesQuery,
  type SimulatedMessage,
  shownAtMost,
  simulatedCall,
  simulatedMessage,
  simulatorKey,
} from './simulator-api.ts';

const owned = { owner: z.string(), chat: z.string() };
const event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message'), ...owned, message: simulatedMessage }),
  z.object({ type: z.literal('status'), ...owned, id: z.string(), status: messageStatus }),
  z.object({ type: z.literal('phone') }),
  z.object({ type: z.literal('contact') }),
  z.object({ type: z.literal('group') }),
  z.object({ type: z.literal('faults') }),
  z.object({ type: z.literal('call'), call: simulatedCall }),
  z.object({ type: z.literal('presence'), number: z.string(), available: z.boolean() }),
  z.object({
    type: z.literal('typing'),
    from: z.string(),
    to: z.string(),
    on: z.boolean(),
    recording: z.boolean().optional(),
  }),
]);
type SimulatorEvent = z.output<typeof event>;

/** Follows what happens on the simulated phones. Answers whether it is followed right now. */
export const useSimulatorEvents = (): boolean => {
  const client = useQueryClient();
  const [live, setLive] = useState(true);
  useEffect(() => {
    const abort = new AbortController();
    let retry: ReturnType<typeof setTimeout> | undefined;
    let tries = 0;
    const follow = async (): Promise<void> => {
      try {
        const stream = await openStream('/simulator/events', abort.signal);
        tries = 0;
        setLive(true);
        // What happened before the stream began is not told again.
        void client.invalidateQueries({ queryKey: simulatorKey });
        for await (const data of readEvents(stream)) applyData(client, data);
      } catch {
        // The stream broke off: followed again below.
      }
      if (abort.signal.aborted) return;
      setLive(false);
      retry = setTimeout(() => void follow(), backOffMs(tries, Math.random()));
      tries += 1;
    };
    void follow();
    return () => {
      abort.abort();
      clearTimeout(retry);
    };
  }, [client]);
  return live;
};

const applyData = (client: QueryClient, data: string): void => {
  const parsed = event.safeParse(JSON.parse(data));
  if (parsed.success) applyEvent(client, parsed.data);
};

/** Brings what the page has loaded up to what an event says. */
export const applyEvent = (client: QueryClient, happened: SimulatorEvent): void => {
  const reload = ({ queryKey }: { queryKey: QueryKey }) => reloadSoon(client, queryKey);
  switch (happened.type) {
    case 'message': {
      const { owner, chat, message } = happened;
      noteActivity(message.from, chat === message.from ? owner : chat, undefined);
      changeChat(client, owner, chat, messages => withMessage(messages, message));
      reload(chatsQuery(owner));
      reload(faultsQuery);
      return;
    }
    case 'status': {
      const { owner, chat, id, status } = happened;
      const raise = (each: SimulatedMessage) => (each.id === id ? { ...each, status } : each);
      changeChat(client, owner, chat, messages => messages.map(raise));
      reload(chatsQuery(owner));
      return;
    }
    case 'typing': {
      const activity = happened.recording ? 'recording' : 'typing';
      noteActivity(happened.from, happened.to, happened.on ? activity : undefined);
      return;
    }
    case 'presence':
      noteOnline(happened.number, happened.available);
      reload(contactsQuery);
      return;
    case 'call':
      reload(callsQuery);
      return;
    case 'phone':
      reload(phonesQuery);
      return;
    case 'contact':
      reload(contactsQuery);
      return;
    case 'group':
      reload(groupsQuery);
      return;
    case 'faults':
      reload(faultsQuery);
  }
};

const reloadIntervalMs = 500;
const reloads = new WeakMap<QueryClient, Map<string, () => void>>();

/** At once, and then now and again: in a flood of events answers would be given up before they are there. */
const reloadSoon = (client: QueryClient, queryKey: QueryKey): void => {
  const known = reloads.get(client) ?? new Map<string, () => void>();
  const name = queryKey.join();
  const reload =
    known.get(name) ?? throttle(() => void client.invalidateQueries({ queryKey }), reloadIntervalMs).call;
  reloads.set(client, known.set(name, reload));
  reload();
};

type Change = (messages: SimulatedMessage[]) => SimulatedMessage[];

/** An answer still on its way may be older than the event: then the chat is asked for again. */
const changeChat = (client: QueryClient, owner: string, chat: string, change: Change): void => {
  const { queryKey } = chatQuery(owner, chat);
  if (client.isFetching({ queryKey, exact: true }) > 0) void client.invalidateQueries({ queryKey });
  else client.setQueryData(queryKey, messages => messages && change(messages));
};

const withMessage = (messages: SimulatedMessage[], message: SimulatedMessage): SimulatedMessage[] =>
  messages.some(({ id }) => id === message.id)
    ? messages.map(each => (each.id === message.id ? message : each))
    : [...messages, message].slice(-shownAtMost);

/** The data lines of server-sent events. */
async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
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

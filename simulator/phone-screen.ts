import { proto } from '@whiskeysockets/baileys';
import { readMessage } from './message-content.ts';
import type { Simulator } from './simulator.ts';
import type { MessageStatus } from './state/history.ts';

/** A message on its way to a phone's screen. `sender` is the author's number. */
export type Arrival = {
  owner: string;
  chat: string;
  id: string;
  sender: string;
  message: proto.IMessage;
  status: MessageStatus;
  /** Milliseconds since 1970; now, if not told. */
  at?: number | undefined;
};

/** Applies a message to what a phone shows; returns whether it put a new message on the screen. */
export function showOnPhone(simulator: Simulator, arrival: Arrival): boolean {
  const { owner, chat, id, sender } = arrival;
  const { history } = simulator;
  const reading = readMessage(arrival.message);
  if (reading.kind === 'nothing') return false;
  if (reading.kind === 'show') {
    const { type, text, content } = reading;
    const fromMe = sender === owner;
    const added = history.add({
      owner,
      chat,
      id,
      fromMe,
      sender,
      type,
      text,
      content,
      at: arrival.at ?? Date.now(),
      payload: proto.Message.encode(arrival.message).finish(),
      status: arrival.status,
    });
    if (added) announce(simulator, owner, chat, id);
    return added;
  }
  const target = { owner, chat, id: reading.target };
  if (reading.kind === 'react') history.react(target, sender, reading.emoji);
  if (reading.kind === 'edit') history.edit(target, reading.text);
  if (reading.kind === 'revoke') history.revoke(target);
  announce(simulator, owner, chat, reading.target);
  return false;
}

/** Raises a tick and tells who watches. */
export function raiseTick(
  simulator: Simulator,
  key: Pick<Arrival, 'owner' | 'chat' | 'id'>,
  status: MessageStatus,
): boolean {
  const raised = simulator.history.raise(key, status);
  if (raised) simulator.changes.emit({ type: 'status', ...pickKey(key), status });
  return raised;
}

/** A voice note was listened to. */
export function markPlayed(simulator: Simulator, key: Pick<Arrival, 'owner' | 'chat' | 'id'>): void {
  if (simulator.history.markPlayed(key)) announce(simulator, key.owner, key.chat, key.id);
}

function pickKey({ owner, chat, id }: Pick<Arrival, 'owner' | 'chat' | 'id'>) {
  return { owner, chat, id };
}

function announce(simulator: Simulator, owner: string, chat: string, id: string): void {
  if (!simulator.changes.watched) return;
  const message = simulator.history.find({ owner, chat, id });
  if (message) simulator.changes.emit({ type: 'message', message });
}

import { proto } from '@whiskeysockets/baileys';
import { type Reading, readMessage } from './message-content.ts';
import { openContent } from './sealed-edits.ts';
import type { Simulator } from './simulator.ts';
import type { MessageStatus } from './state/history.ts';
import { lidJid, phoneJid } from './state/people.ts';

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
  if (reading.kind === 'timer') {
    simulator.timers.set(owner, chat, reading.seconds);
    return false;
  }
  const target = { owner, chat, id: reading.target };
  if (reading.kind === 'sealed-edit') {
    const text = openedEdit(simulator, arrival, reading);
    if (text === undefined) return false;
    history.edit(target, text);
  }
  if (reading.kind === 'react') history.react(target, sender, reading.emoji);
  if (reading.kind === 'edit') history.edit(target, reading.text);
  if (reading.kind === 'revoke') history.revoke(target);
  announce(simulator, owner, chat, reading.target);
  return false;
}

/** What a message says after an edit that was sealed with its secret; undefined where that is not known. */
function openedEdit(
  { history, people }: Simulator,
  { owner, chat, sender }: Arrival,
  { target, ...sealed }: Extract<Reading, { kind: 'sealed-edit' }>,
): string | undefined {
  const secret = history.payload({ owner, chat, id: target })?.messageContextInfo?.messageSecret;
  const author = people.byNumber(sender);
  if (!secret || !author) return undefined;
  for (const jid of [lidJid(author.lid), phoneJid(author.number)]) {
    const content = openContent(sealed, secret, { id: target, jid });
    const reading = content && readMessage(content);
    if (reading?.kind === 'show') return reading.text;
  }
  return undefined;
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

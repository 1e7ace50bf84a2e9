import { randomBytes } from 'node:crypto';
import { type BinaryNode, getAllBinaryNodeChildren } from '@whiskeysockets/baileys';
import type { Connection } from '../connection.ts';
import { nowSeconds, type Simulator } from '../simulator.ts';
import { lidJid, type Person, phoneJid } from '../state/people.ts';
import { queueFor } from './login.ts';
import { newStanzaId } from './stanza-id.ts';

export type CallStatus = 'ringing' | 'accepted' | 'rejected' | 'missed' | 'ended';

/** A call between two numbers, as long as it is remembered: until the simulator ends. */
export type Call = {
  id: string;
  from: string;
  to: string;
  video: boolean;
  status: CallStatus;
};

/** How a call ends on the caller's side or on the phone that was called. */
export type CallEnd = 'terminate' | 'timeout' | 'accept' | 'reject';

const STATUS_OF_END: Record<CallEnd, CallStatus> = {
  terminate: 'ended',
  timeout: 'missed',
  accept: 'accepted',
  reject: 'rejected',
};

/** A contact calls a company: all its companions ring, those that are offline learn of it at their login. */
export function offerCall(simulator: Simulator, caller: Person, to: string, video: boolean): Call {
  const call: Call = {
    id: randomBytes(16).toString('hex').toUpperCase(),
    from: caller.number,
    to,
    video,
    status: 'ringing',
  };
  simulator.calls.set(call.id, call);
  const media = [{ tag: 'audio', attrs: { enc: 'opus', rate: '16000' } }];
  const content = video ? [...media, { tag: 'video', attrs: { enc: 'vp8' } }] : media;
  tellCompanions(simulator, call, { tag: 'offer', attrs: { caller_pn: phoneJid(caller.number) }, content });
  announce(simulator, call);
  return call;
}

/** The caller hangs up, gives up after ringing, or the called phone itself takes or declines the call. */
export function endCall(simulator: Simulator, call: Call, end: CallEnd): void {
  call.status = STATUS_OF_END[end];
  const reason = end === 'timeout' ? { reason: 'timeout' } : {};
  const tag = end === 'timeout' ? 'terminate' : end;
  tellCompanions(simulator, call, { tag, attrs: reason });
  announce(simulator, call);
}

/** A companion declines: its siblings stop ringing and the caller sees it. */
export function receiveCall(connection: Connection, node: BinaryNode): void {
  const { simulator, companion } = connection;
  const [signal] = getAllBinaryNodeChildren(node);
  const { id = '', to = '' } = node.attrs;
  const type = signal?.tag ?? '';
  connection.send({ tag: 'ack', attrs: { class: 'call', id, from: to, type, t: String(nowSeconds()) } });
  const call = simulator.calls.get(signal?.attrs['call-id'] ?? '');
  if (!companion || !call || call.to !== companion.phone || type !== 'reject') return;
  call.status = 'rejected';
  tellCompanions(simulator, call, { tag: 'terminate', attrs: { reason: 'rejected' } }, companion.jid);
  announce(simulator, call);
}

function tellCompanions(simulator: Simulator, call: Call, signal: BinaryNode, except?: string): void {
  const caller = simulator.people.byNumber(call.from);
  if (!caller) return;
  const from = lidJid(caller.lid);
  const attrs = { 'call-id': call.id, 'call-creator': from, ...signal.attrs };
  for (const { jid } of simulator.companions.ofPhone(call.to)) {
    if (jid === except) continue;
    const id = newStanzaId();
    queueFor(simulator, jid, {
      tag: 'call',
      attrs: { from, id, t: String(nowSeconds()), notify: caller.name },
      content: [{ ...signal, attrs }],
    });
  }
}

function announce(simulator: Simulator, call: Call): void {
  simulator.changes.emit({ type: 'call', call: { ...call } });
}

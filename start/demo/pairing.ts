import { z } from 'zod';
import { sessionChannel } from '#connector/interface/channels.ts';
import { readQr } from '#connector/interface/sessions.ts';
import { openClient } from '#eventstore/database/pool.ts';
import type { LogWatch } from './log-watch.ts';

const phones = z.array(z.object({ number: z.string() }));

/** A small client of the simulator's admin API. Throws with the simulator's own message when it refuses. */
export const openSimulator = (url: string) => {
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await answer.text();
    if (!answer.ok)
      throw new Error(`simulator: ${method} ${path} answered ${answer.status} ${text.slice(0, 200)}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    addPhone: async (phone: { number: string; name: string }) => {
      const known = phones.parse(await call('GET', '/phones'));
      if (!known.some(each => each.number === phone.number)) await call('POST', '/phones', phone);
    },
    addContact: async (contact: { number: string; name: string }) => {
      const known = phones.parse(await call('GET', '/contacts'));
      if (!known.some(each => each.number === contact.number)) await call('POST', '/contacts', contact);
    },
    saveAddress: (phone: string, { number, name }: { number: string; name: string }) =>
      call('PUT', `/phones/${phone}/addresses/${number}`, { name }),
    scan: (number: string, qr: string) => call('POST', `/phones/${number}/scan`, { qr }),
    write: (from: string, to: string, text: string, id: string) =>
      call('POST', `/contacts/${from}/messages`, { to, text, id }),
    read: (contact: string, phone: string) => call('POST', `/contacts/${contact}/read`, { with: phone }),
  };
};
export type SimulatorApi = ReturnType<typeof openSimulator>;

/** Waits until the log tells that a connection is open. Rejects after 60 s. */
export const awaitConnected = (log: LogWatch, connectionId: string) =>
  log.first(
    'the connection',
    event =>
      event.type === 'ConnectionStatusChanged' &&
      event.data.connectionId === connectionId &&
      event.data.status === 'CONNECTED',
    60_000,
  );

/** The connection's QR code, as soon as the connector shows one. Rejects after `withinMs`. */
export const awaitQr = async (
  databaseUrl: string,
  connectionId: string,
  withinMs: number,
): Promise<string> => {
  const client = openClient(databaseUrl);
  await client.connect();
  try {
    await client.query(`listen ${sessionChannel}`);
    return await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no QR code within ${withinMs / 1000} s`)), withinMs);
      const look = async () => {
        const qr = await readQr(client, connectionId);
        if (!qr) return;
        clearTimeout(timer);
        resolve(qr);
      };
      client.on('notification', () => void look().catch(reject));
      void look().catch(reject);
    });
  } finally {
    await client.end();
  }
};

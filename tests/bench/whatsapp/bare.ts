import {
  type AuthenticationState,
  type ConnectionState,
  initAuthCreds,
  makeWASocket,
  type SignalDataTypeMap,
  WA_CERT_DETAILS,
  type WASocket,
} from '@whiskeysockets/baileys';
import { z } from 'zod';
import { silenceConsole } from '#connector/silence-console.ts';
import { silentLogger } from '#simulator/peers/silent-logger.ts';
import { SimulatorClient } from '#simulator/testing/simulator-client.ts';
import { inFlight } from '../measure.ts';

/*
 * What the connector is compared with: the library as it is, with its keys in memory, in a process of its own.
 * Nothing of what it does would outlive it.
 */

silenceConsole();

const keysInMemory = (): AuthenticationState['keys'] => {
  const stored = new Map<string, unknown>();
  return {
    get: <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
      const found: { [id: string]: SignalDataTypeMap[T] } = {};
      for (const id of ids) {
        const value = stored.get(`${type}/${id}`);
        if (value !== undefined) Object.assign(found, { [id]: value });
      }
      return found;
    },
    set: data => {
      for (const [type, values] of Object.entries(data))
        for (const [id, value] of Object.entries(values)) {
          if (value === null || value === undefined) stored.delete(`${type}/${id}`);
          else stored.set(`${type}/${id}`, value);
        }
    },
  };
};

const simulator = new SimulatorClient(process.env.SIMULATOR_URL ?? '');
const phone = process.env.PHONE ?? '';
const auth: AuthenticationState = { creds: initAuthCreds(), keys: keysInMemory() };
const counts = { received: 0, acknowledged: 0 };
let telling = false;

const tell = () => {
  if (telling) return;
  telling = true;
  setTimeout(() => {
    telling = false;
    process.send?.(counts);
  }, 5);
};

const connect = (): WASocket => {
  const socket = makeWASocket({ auth, waWebSocketUrl: simulator.waWebSocketUrl, logger: silentLogger });
  socket.ev.on('creds.update', update => Object.assign(auth.creds, update));
  socket.ev.on('messages.upsert', ({ messages }) => {
    counts.received += messages.filter(({ key, message }) => !key.fromMe && message).length;
    tell();
  });
  socket.ws.on('CB:ack,class:message', () => {
    counts.acknowledged += 1;
    tell();
  });
  return socket;
};

const next = (socket: WASocket, fits: (update: Partial<ConnectionState>) => boolean) =>
  new Promise<Partial<ConnectionState>>(resolve =>
    socket.ev.on('connection.update', update => fits(update) && resolve(update)),
  );

const { rootKey } = await simulator.info();
WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKey, 'hex');
const pairing = connect();
const { qr } = await next(pairing, update => update.qr !== undefined);
const closed = next(pairing, update => update.connection === 'close');
await simulator.post(`/phones/${phone}/scan`, { qr });
await closed;
const socket = connect();
await next(socket, update => update.connection === 'open');

const order = z.object({ jids: z.array(z.string()), total: z.number() });
const atOnce = 20;

process.on('message', message => {
  const { jids, total } = order.parse(message);
  void inFlight(total, atOnce, index =>
    socket.sendMessage(jids[index % jids.length] ?? '', { text: `Resposta ${index}` }),
  );
});
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
process.send?.({ url: phone });

import type { TicketView } from '../system/api.ts';
import { compare, faultsOf } from './compare.ts';
import { persistently } from './persistently.ts';
import type { Scene } from './scene.ts';
import type { Screen } from './screen.ts';
import { directions, wroteInAll } from './talk.ts';
import {
  askLedger,
  askLog,
  askPhones,
  askReadModel,
  type Found,
  type LedgerSays,
  type LogSays,
} from './witnesses.ts';

/** What was reckoned at one place, and everything that is wrong there. */
export type Reckoned = { readonly what: string; readonly faults: readonly string[] };

/** Asks everybody who has to know of the messages, once nothing moves any more. */
export const reckon = async (
  scene: Scene,
  screens: readonly Screen[],
  before: LedgerSays,
): Promise<readonly Reckoned[]> => {
  const log = await askLog(scene);
  const [readModel, phones, ledger, truth] = [
    await askReadModel(scene),
    await askPhones(scene),
    await askLedger(scene),
    await ticketsNow(scene),
  ];
  const [written, answered] = [wroteInAll(scene.chats, 'in'), wroteInAll(scene.chats, 'out')];
  const both = `${written} in and ${answered} out, each exactly once and in order`;
  const onPhones = phones.flatMap(({ chat, phone, direction, numbers }) =>
    faultsOf(`${chat.name} on ${phone}, ${direction}`, compare(chat.wrote[direction], numbers)),
  );
  return [
    { what: `log: ${both}`, faults: ofFound(log.found, scene) },
    {
      what: `log: ${answered} answers told as gone, none as sent twice or failed`,
      faults: sendingFaults(
        log,
        scene.chats.flatMap(chat => chat.wrote.out),
      ),
    },
    { what: `read model: ${both}`, faults: ofFound(readModel.found, scene) },
    {
      what: 'read model: every answer delivered',
      faults: readModel.undelivered.map(n => `out ${n} is not delivered`),
    },
    { what: `${phones.length / 2} phones: ${both}`, faults: onPhones },
    { what: `ledger: ${ledgerWords(ledger)}`, faults: ledgerFaults(before, ledger, written) },
    {
      what: `${screens.length} sockets: ${socketWords(screens)}`,
      faults: screens.flatMap((screen, n) =>
        screen.memory.faults(log.placed, truth).map(fault => `socket ${n}: ${fault}`),
      ),
    },
  ];
};

/** The tickets of all chats, as the server has them now. */
export const ticketsNow = ({ admin, chats }: Scene): Promise<readonly TicketView[]> =>
  Promise.all(
    chats.map(async ({ ticketId, name }) => {
      const answer = await persistently(() => admin.ticket(ticketId));
      if (answer.status !== 200) throw new Error(`the ticket of ${name} answered ${answer.status}`);
      return answer.body;
    }),
  );

const ofFound = (found: Found, { chats }: Scene): readonly string[] =>
  chats.flatMap(chat =>
    directions.flatMap(direction =>
      faultsOf(
        `${chat.name}, ${direction}`,
        compare(chat.wrote[direction], found.get(chat)?.[direction] ?? []),
      ),
    ),
  );

/** Each answer that was written has to be told as gone, once at most as sent, and never as failed. */
export const sendingFaults = (
  { sent, delivered, failed }: Pick<LogSays, 'sent' | 'delivered' | 'failed'>,
  written: readonly number[],
): readonly string[] => [
  ...written
    .filter(n => (sent.get(n) ?? 0) > 1 || !(sent.has(n) || delivered.has(n)))
    .map(n => `out ${n} is told as sent ${sent.get(n) ?? 0} times`),
  ...failed.map(n => `out ${n} is told as failed`),
];

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const ledgerWords = ({ received, shown, rejected, waiting }: LedgerSays): string =>
  `${received} received = ${shown} shown + ${sum(Object.values(rejected))} rejected + ${waiting} waiting`;

/** What came in has to be shown, rejected or waiting; in the end nothing waits, and all that was written is shown. */
export const ledgerFaults = (before: LedgerSays, now: LedgerSays, written: number): readonly string[] => {
  const settled = now.shown + sum(Object.values(now.rejected)) + now.waiting;
  return [
    ...(settled === now.received ? [] : [`${now.received} received, ${settled} settled or waiting`]),
    ...(now.shown - before.shown === written ? [] : [`${now.shown - before.shown} shown of ${written}`]),
    ...(now.waiting === 0 ? [] : [`${now.waiting} still wait`]),
    ...(now.toSend === 0 ? [] : [`${now.toSend} answers are not sent`]),
  ];
};

const socketWords = (screens: readonly Screen[]): string => {
  const counts = screens.map(({ memory }) => memory.counts());
  const away = sum(counts.map(({ interruptions }) => interruptions));
  const anew = sum(counts.map(({ resyncs }) => resyncs));
  return `told of everything (${away} interruptions, ${anew} times to load anew)`;
};

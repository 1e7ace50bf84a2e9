import { parseArgs } from 'node:util';

/** Stores that are given; what is not is embedded. */
export type Stores = { readonly eventstore?: string; readonly database?: string };

export type LoadOptions = {
  readonly stores: Stores;
  readonly minutes: number;
  /** Messages a second. */
  readonly in: number;
  readonly out: number;
  readonly attendants: number;
  /** Sockets beside the attendants' own. */
  readonly further: number;
  readonly contacts: number;
  readonly groups: number;
  readonly groupSize: number;
  readonly kills: boolean;
};
export type SocketsOptions = {
  readonly stores: Stores;
  readonly sockets: number;
  readonly companies: number;
  /** Changes a second, over all companies of a part. */
  readonly changes: number;
  readonly seconds: number;
};
export type Asked =
  | { readonly kind: 'help' }
  | { readonly kind: 'load'; readonly options: LoadOptions; readonly json: string | undefined }
  | { readonly kind: 'sockets'; readonly options: SocketsOptions; readonly json: string | undefined };

export const help = `npm run soak -- --minutes 60 [options]
npm run soak -- --sockets 10000 [options]

Starts a product of its own in a temporary folder, as "npm start" does, puts a load on it, and reckons in the end
whether everything is where it belongs. Ends with 0 when it is, with 1 when not; figures decide nothing.

--minutes N      messages in and out for N minutes; then each must stand exactly once and in order in the log, in the
                 read model and on the phone, each socket must have been told everything, and the connector's ledger
                 must add up. A table by tenths of the run tells latencies, memory, processor time and sizes.
  --in N           messages a second that contacts write, one in ten of them in a group (20)
  --out N          messages a second that attendants write, one in ten of them to a group (7)
  --attendants N   attendants, each with a socket (10)
  --further N      further sockets (100)
  --contacts N     contacts (200)
  --groups N       groups (5)
  --group-size N   contacts in each group (19)
  --kills          kills each process of the product but the simulator with SIGKILL, one after the other

--sockets N      N sockets: of many companies, then of one. All connect, rest, look on while tickets change, and come
                 back after all connections broke at once and after the gateway was killed; in the end each must know
                 what the server says. A table tells each step: how long until all is right again, lists and calls
                 meanwhile, frames, memory, processor time. Needs "ulimit -n" above N.
  --companies N    companies in the first part (100)
  --changes N      changes a second, over all companies of a part; once 5, once so many (20)
  --seconds N      how long the changes last each time (20)

--eventstore URL an event store server that is given, esdb://…, instead of the embedded node
--database URL   a Postgres that is given, instead of the embedded one
                 Both must be empty, and keep what is written. What only embedded stores have is left out: memory and
                 processor time of the store, the size of the log's file, and --kills spares it.
--json FILE      writes the figures into a file, too
--help           says this
`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const load = { minutes: text, in: text, out: text, attendants: text, further: text, kills: flag } as const;
const people = { contacts: text, groups: text, 'group-size': text } as const;
const many = { sockets: text, companies: text, changes: text, seconds: text } as const;
const given = { eventstore: text, database: text } as const;
const settings = { ...load, ...people, ...many, ...given, json: text, help: flag } as const;

/** What the command line asks for. @throws with a sentence when it cannot be understood. */
export const readOptions = (args: readonly string[]): Asked => {
  const { values } = parseArgs({ args: [...args], options: settings, allowPositionals: false });
  if (values.help || (values.minutes === undefined && values.sockets === undefined)) return { kind: 'help' };
  if (values.minutes !== undefined && values.sockets !== undefined)
    throw new Error('give either --minutes or --sockets');
  const { json, eventstore, database } = values;
  const stores = { ...(eventstore && { eventstore }), ...(database && { database }) };
  const whole = (name: Exclude<keyof typeof settings, 'kills' | 'help'>, usual: number, least: number) => {
    const number = values[name] === undefined ? usual : Number(values[name]);
    if (!Number.isInteger(number) || number < least)
      throw new Error(`--${name} is a whole number, at least ${least}`);
    return number;
  };
  if (values.sockets !== undefined) {
    const crowd = { sockets: whole('sockets', 0, 1), companies: whole('companies', 100, 1) };
    const pace = { changes: whole('changes', 20, 1), seconds: whole('seconds', 20, 1) };
    return { kind: 'sockets', options: { stores, ...crowd, ...pace }, json };
  }
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Error('--minutes is a number above 0');
  const options = {
    ...{ minutes, in: whole('in', 20, 1), out: whole('out', 7, 1), kills: values.kills ?? false },
    ...{ attendants: whole('attendants', 10, 1), further: whole('further', 100, 0) },
    ...{ contacts: whole('contacts', 200, 1), groups: whole('groups', 5, 0) },
    groupSize: whole('group-size', 19, 1),
    stores,
  };
  if (options.groupSize > options.contacts)
    throw new Error('a group has no more members than there are contacts');
  return { kind: 'load', options, json };
};

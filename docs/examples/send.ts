import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CallRefused, type Client, createClient, type Message } from './messages-api.ts';

const usage = `Usage: BALCAO_TOKEN=… npm run example:send -- --address URL --number NUMBER --text TEXT [--key KEY]
Sends a text by the messages API, as any program outside does, and tells what becomes of it until it is delivered.
The same KEY again within 24 hours sends nothing, and tells of the first message.`;

/** Nothing more comes, or the phone has it. */
const over: ReadonlySet<Message['state']> = new Set(['delivered', 'read', 'failed', 'deleted']);
const askEveryMs = 500;
const mostAsked = 60;

/** Asks until something is known for good, and says each new state. */
const follow = async (client: Client, id: string): Promise<Message['state']> => {
  let said = '';
  for (let asked = 0; asked < mostAsked; asked += 1) {
    const { state, error } = await client.getMessage(id);
    if (state !== said) console.log(error ? `${state}: ${error.code}` : state);
    said = state;
    if (over.has(state)) return state;
    await setTimeout(askEveryMs);
  }
  return 'queued';
};

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: {
      address: { type: 'string', default: 'http://127.0.0.1:3000' },
      number: { type: 'string' },
      text: { type: 'string' },
      key: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const { BALCAO_TOKEN: token } = process.env;
  const { address, number, text } = values;
  if (values.help || !token || !number || !text) {
    console.log(usage);
    return values.help ? 0 : 2;
  }
  const client = createClient({ address, token });
  try {
    // Made once for what is meant, so that a network that fails may be tried again.
    const idempotencyKey = values.key ?? randomUUID();
    const { id, ticketId } = await client.sendMessage({ number, body: text }, { idempotencyKey });
    console.log(`message ${id} in ticket ${ticketId}`);
    return (await follow(client, id)) === 'failed' ? 1 : 0;
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error;
    console.error(`${error.status} ${error.problem?.code ?? ''} ${error.message}`);
    return 1;
  }
};

process.exitCode = await main();

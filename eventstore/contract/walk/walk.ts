import { writtenError } from '../written.ts';
import { createChance } from './chance.ts';
import { createReading } from './reading.ts';
import { createTraveller } from './traveller.ts';
import { createWriting } from './writing.ts';

const said = ['expectedVersion', 'actualVersion', 'streamName', 'code'];

/** How often each, of 100. */
const shares = [
  ['appendNew', 32],
  ['appendAgain', 11],
  ['read', 20],
  ['describe', 8],
  ['described', 6],
  ['remove', 5],
  ['end', 1],
  ['readAll', 4],
  ['readDescriptions', 4],
  ['followAll', 5],
  ['follow', 4],
] as const;

/**
 * A random walk over an empty store through the vendor's client, the same for the same seed: a line for each step.
 * Ids repeat on purpose: events are appended again, in part, with others before or after them.
 */
export async function* walk(connectionString: string, seed: number): AsyncGenerator<string> {
  const chance = createChance(seed);
  const traveller = createTraveller(connectionString, seed);
  const acts = { ...createWriting(traveller, chance), ...createReading(traveller, chance) };

  const nextAct = () => {
    let left = chance.below(100);
    const [name] = shares.find(([, share]) => {
      left -= share;
      return left < 0;
    }) ?? ['appendNew'];
    return acts[name === 'appendAgain' && traveller.asked.length === 0 ? 'appendNew' : name];
  };

  try {
    for (let step = 0; ; step += 1) {
      const stream = chance.oneOf(traveller.streams);
      const [question, answering] = nextAct()(stream);
      const answer = await answering().catch((error: unknown) => writtenError(error, said));
      yield `${step} ${question} => ${answer}`;
    }
  } finally {
    await traveller.client.dispose();
  }
}

import { readFileSync } from 'node:fs';
import { EventStoreDBClient, StreamNotFoundError } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askAll } from './questions/ask-all.ts';
import { openRealTarget, startEmbeddedTarget, type Target } from './targets.ts';

/** What KurrentDB 25.0.0, one empty node, has answered to the vendor's client 6.2.1, twice the same. */
const recorded = readFileSync(new URL('questions/kurrentdb-25.0.0.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(line => {
    const [question = '', ...answer] = line.split(' => ');
    return { question, answer: answer.join(' => ') };
  });

const describeAnswers = (name: string, connectionString: () => string): void => {
  describe(name, () => {
    let answers: ReadonlyMap<string, string>;
    beforeAll(async () => {
      answers = await askAll(connectionString());
    });

    it('was asked all that a true server was asked', () => {
      expect([...answers.keys()]).toEqual(recorded.map(({ question }) => question));
    });

    it.each(recorded)('answers as a true server: $question', ({ question, answer }) => {
      expect(answers.get(question)).toBe(answer);
    });
  });
};

/** The names and ids are always the same, so a store can be asked once. */
const wasAsked = async (connectionString: string): Promise<boolean> => {
  const client = EventStoreDBClient.connectionString(connectionString);
  try {
    await Array.fromAsync(client.readStream('d1-x'));
    return true;
  } catch (error) {
    if (error instanceof StreamNotFoundError) return false;
    throw error;
  } finally {
    await client.dispose();
  }
};

const real = await openRealTarget();
const canAsk = real !== undefined && !(await wasAsked(real.connectionString));
if (real && !canAsk)
  process.stderr.write('answers: left out for a real server that was asked before; it needs a new one\n');

describe('ninety questions', () => {
  let target: Target;
  beforeAll(async () => {
    target = await startEmbeddedTarget();
  });
  afterAll(() => target.stop());
  describeAnswers('to the embedded node', () => target.connectionString);
});

describe.skipIf(!canAsk)('ninety questions', () => {
  afterAll(() => real?.stop());
  describeAnswers('to a real server', () => real?.connectionString ?? '');
});

import { ANY, NO_STREAM, STREAM_EXISTS } from '@eventstore/db-client';
import { written } from '../written.ts';
import type { Chance } from './chance.ts';
import type { Traveller } from './traveller.ts';

/** How it asks, and what it asks; random numbers are drawn before anything is sent. */
export type Act = readonly [question: string, answering: () => Promise<string>];

export const createWriting = (traveller: Traveller, chance: Chance) => {
  const { append, asked, client, newEvent, streams } = traveller;
  const { below, oneOf, oneOfLast, random } = chance;

  return {
    appendNew: (stream: string): Act => {
      const count = below(8) === 0 ? below(2) * 3 : 1 + below(3);
      const events = Array.from({ length: count }, () => newEvent(oneOf(['A', 'B', 'Bc', '$x'])));
      const revisions = [
        ANY,
        ANY,
        ANY,
        NO_STREAM,
        STREAM_EXISTS,
        BigInt(below(4)),
        BigInt(below(30)),
      ] as const;
      const expected = oneOf(revisions);
      if (events.length > 0) asked.push([stream, events]);
      return [`append ${count} to ${stream} at ${written(expected)}`, () => append(stream, events, expected)];
    },
    appendAgain: (stream: string): Act => {
      const [origin, all] = oneOfLast(asked, 12);
      const from = below(all.length);
      let events = all.slice(from, from + 1 + below(all.length - from));
      if (random() < 0.3) events = [...events, newEvent('N')];
      if (random() < 0.15) events = [newEvent('N'), ...events];
      const to = random() < 0.85 ? origin : stream;
      const expected = oneOf([ANY, NO_STREAM, STREAM_EXISTS, BigInt(below(6)), BigInt(below(20))] as const);
      return [
        `append again ${events.length} to ${to} at ${written(expected)}`,
        () => append(to, events, expected),
      ];
    },
    describe: (stream: string): Act => {
      const metadata = {
        ...(random() < 0.5 && { maxCount: 1 + below(5) }),
        ...(random() < 0.3 && { truncateBefore: below(12) }),
        ...(random() < 0.3 && { colour: oneOf(['blue', 'red']) }),
        ...(random() < 0.1 && { cacheControl: 5 }),
      };
      const expectedRevision = oneOf([ANY, ANY, NO_STREAM, BigInt(below(3))] as const);
      const set = async () => {
        const answer = await client.setStreamMetadata(stream, metadata, { expectedRevision });
        const { success, nextExpectedRevision } = answer;
        return written({ success, nextExpectedRevision });
      };
      return [`metadata ${stream} ${written(metadata)} at ${written(expectedRevision)}`, set];
    },
    remove: (stream: string): Act => {
      const expectedRevision = oneOf([ANY, ANY, NO_STREAM, BigInt(below(10))] as const);
      const remove = () => client.deleteStream(stream, { expectedRevision }).then(() => 'ok');
      return [`delete ${stream} at ${written(expectedRevision)}`, remove];
    },
    end: (stream: string): Act => {
      const expectedRevision = oneOf([ANY, NO_STREAM, BigInt(below(10))] as const);
      const end = async () => {
        await client.tombstoneStream(stream, { expectedRevision });
        streams[streams.indexOf(stream)] = `${stream}+`;
        return 'ok';
      };
      return [`end ${stream} at ${written(expectedRevision)}`, end];
    },
  };
};

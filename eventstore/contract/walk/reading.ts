import {
  BACKWARDS,
  END,
  eventTypeFilter,
  FORWARDS,
  type ReadPosition,
  START,
  streamNameFilter,
} from '@eventstore/db-client';
import { written } from '../written.ts';
import type { Chance } from './chance.ts';
import type { Traveller } from './traveller.ts';
import type { Act } from './writing.ts';

const wholeLogAtOnce = 40;

export const createReading = (traveller: Traveller, { below, oneOf, oneOfLast, random }: Chance) => {
  const { client, followed, listed, own, positions, prefix } = traveller;

  return {
    read: (stream: string): Act => {
      const direction = oneOf([FORWARDS, BACKWARDS] as const);
      const farthest = direction === BACKWARDS ? END : START;
      const fromRevision = oneOf([START, farthest, BigInt(below(5)), BigInt(below(40))] as const);
      const maxCount = oneOf([1, 3, 1000]);
      const options = { direction, fromRevision, maxCount, resolveLinkTos: random() < 0.3 };
      return [`read ${stream} ${written(options)}`, () => listed(client.readStream(stream, options))];
    },
    described: (stream: string): Act => [
      `metadata of ${stream}`,
      async () => written((await client.getStreamMetadata(stream)).metadata),
    ],
    readAll: (): Act => {
      const direction = oneOf([FORWARDS, BACKWARDS] as const);
      const back = below(20);
      const start = () => positions[Math.max(0, positions.length - 1 - back)] ?? START;
      /** The first own events from there on: others may write to the same log. */
      const reading = async () => {
        const found: string[] = [];
        let fromPosition: ReadPosition = direction === FORWARDS ? start() : END;
        for (let skipped = 0; ; skipped = direction === FORWARDS ? 1 : 0) {
          const options = { direction, fromPosition, maxCount: wholeLogAtOnce + skipped };
          const page = await Array.fromAsync(client.readAll(options));
          found.push(own(await listed(page.slice(skipped))));
          const last = page.at(-1)?.event?.position;
          const names = found.join(' ').split(' ').filter(Boolean);
          if (names.length >= wholeLogAtOnce || page.length < wholeLogAtOnce || !last)
            return names.slice(0, wholeLogAtOnce).join(' ');
          fromPosition = last;
        }
      };
      return [`all ${direction}`, reading];
    },
    readDescriptions: (stream: string): Act => [
      `read $$${stream}`,
      () => listed(client.readStream(`$$${stream}`)),
    ],
    followAll: (): Act => {
      const fromPosition = positions.length > 0 ? oneOfLast(positions, 30) : START;
      const filter = oneOf([
        streamNameFilter({ prefixes: [`${prefix}1`, `${prefix}2`], maxSearchWindow: oneOf([1, 7, 32]) }),
        eventTypeFilter({ prefixes: ['B'], maxSearchWindow: 32 }),
        eventTypeFilter({ regex: '^A$' }),
      ]);
      const follow = async () => own(await followed(client.subscribeToAll({ fromPosition, filter })));
      return [`follow all by ${filter.filterOn}`, follow];
    },
    follow: (stream: string): Act => {
      const fromRevision = oneOf([START, END, BigInt(below(6))] as const);
      const follow = () => followed(client.subscribeToStream(stream, { fromRevision }));
      return [`follow ${stream} from ${written(fromRevision)}`, follow];
    },
  };
};

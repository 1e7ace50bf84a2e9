import { severalEvent } from '#contracts/live.ts';
import { frameText, type LiveConnection } from './connection.ts';
import type { Outgoing } from './frames.ts';
import { deflatedTextFrame, textFrame } from './text-frame.ts';

/** So many audiences at most have their frames copied into one piece of memory. */
const mostCopies = 64;
/** To deflate costs as much as to send to so many, and is worth it from so many characters on. */
const [fewest, shortest] = [16, 1_024];

type Parcel = {
  readonly frames: readonly Buffer[];
  readonly indexes: readonly number[];
  bundle?: readonly Buffer[];
  sent: number;
};
/** Whether the next frame is for them. */
type Fork = { yes?: Fork; no?: Fork; parcel?: Parcel };

/**
 * What each connection is sent of these frames: each is encoded once, and those for the same eyes get the same
 * bytes, all in one piece. Where many have the same eyes, they are deflated into one frame for all who read that.
 */
export const packParcels = (frames: readonly Outgoing[], position: number) => {
  const texts: string[] = [];
  const encoded: Buffer[] = [];
  const parcels: Parcel[] = [];
  const root: Fork = {};

  const write = (index: number): string => {
    const { event, data } = frames[index] ?? { event: '', data: {} };
    texts[index] ??= frameText(event, data, position);
    return texts[index];
  };
  const encode = (index: number): Buffer => {
    encoded[index] ??= textFrame(write(index));
    return encoded[index];
  };
  const pack = (connection: LiveConnection): Parcel => {
    const indexes = frames.flatMap(({ audience }, index) => (audience(connection) ? [index] : []));
    const all = indexes.map(encode);
    const parcel = { frames: parcels.length < mostCopies ? together(all) : all, indexes, sent: 0 };
    parcels.push(parcel);
    return parcel;
  };
  const bundle = (parcel: Parcel): readonly Buffer[] => {
    const all = parcel.indexes.map(write);
    const text = all.length === 1 ? all.join() : severalText(all, position);
    return text.length < shortest ? parcel.frames : [deflatedTextFrame(text)];
  };

  return {
    for: (connection: LiveConnection): readonly Buffer[] => {
      let fork = root;
      for (const { audience } of frames) fork = follow(fork, audience(connection) ? 'yes' : 'no');
      fork.parcel ??= pack(connection);
      const { parcel } = fork;
      parcel.sent += 1;
      if (!connection.takesBundles || parcel.sent <= fewest) return parcel.frames;
      parcel.bundle ??= bundle(parcel);
      return parcel.bundle;
    },
    /** How many got each of the frames. */
    sent: (): ReadonlyMap<string, number> => {
      const counts = new Map<string, number>();
      for (const { indexes, sent } of parcels)
        for (const index of indexes) {
          const { event = '' } = frames[index] ?? {};
          counts.set(event, (counts.get(event) ?? 0) + sent);
        }
      return counts;
    },
  };
};

const follow = (fork: Fork, way: 'yes' | 'no'): Fork => {
  const next = fork[way] ?? {};
  fork[way] = next;
  return next;
};

const together = (frames: readonly Buffer[]): readonly Buffer[] =>
  frames.length < 2 ? frames : [Buffer.concat(frames)];

const severalText = (texts: readonly string[], position: number): string =>
  `{"event":"${severalEvent}","data":[${texts.join()}],"position":${position}}`;

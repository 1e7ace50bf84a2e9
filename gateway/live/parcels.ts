import { encodeFrame, type LiveConnection } from './connection.ts';
import type { Outgoing } from './frames.ts';

/** So many audiences at most have their frames copied into one piece of memory. */
const mostCopies = 64;

type Parcel = { readonly frames: readonly Buffer[]; readonly indexes: readonly number[]; sent: number };
/** Whether the next frame is for them. */
type Fork = { yes?: Fork; no?: Fork; parcel?: Parcel };

/**
 * What each connection is sent of these frames: each is encoded once, and those for the same eyes get the same
 * bytes, all in one piece.
 */
export const packParcels = (frames: readonly Outgoing[], position: number) => {
  const encoded: Buffer[] = [];
  const parcels: Parcel[] = [];
  const root: Fork = {};

  const encode = (index: number): Buffer => {
    const { event, data } = frames[index] ?? { event: '', data: {} };
    encoded[index] ??= encodeFrame(event, data, position);
    return encoded[index];
  };
  const pack = (connection: LiveConnection): Parcel => {
    const indexes = frames.flatMap(({ audience }, index) => (audience(connection) ? [index] : []));
    const all = indexes.map(encode);
    const parcel = { frames: parcels.length < mostCopies ? together(all) : all, indexes, sent: 0 };
    parcels.push(parcel);
    return parcel;
  };

  return {
    for: (connection: LiveConnection): readonly Buffer[] => {
      let fork = root;
      for (const { audience } of frames) fork = follow(fork, audience(connection) ? 'yes' : 'no');
      fork.parcel ??= pack(connection);
      fork.parcel.sent += 1;
      return fork.parcel.frames;
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

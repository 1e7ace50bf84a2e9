import type { Recorded } from '#eventstore/types.ts';
import type { Projection } from '../kit/projection.ts';

/** The same projection in a version that cannot fold some events. */
export const refusing = (projection: Projection, refused: (event: Recorded) => boolean): Projection => ({
  ...projection,
  folds: projection.folds.map(fold => ({
    ...fold,
    on: new Map(
      [...fold.on].map(([type, handler]) => [
        type,
        {
          ...handler,
          evolve: (...given: Parameters<typeof handler.evolve>) => {
            if (refused(given[1])) throw new Error('there is no place for it');
            return handler.evolve(...given);
          },
        },
      ]),
    ),
  })),
});

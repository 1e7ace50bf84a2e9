import type { TFunction } from 'i18next';

/** A mark with what it means: "1 - Insatisfeito". */
export const markOf = (t: TFunction, rating: number | null): string =>
  rating === 1 || rating === 2 || rating === 3 ? t(`ratings.mark.${rating}`) : '';

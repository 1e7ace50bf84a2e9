import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { listedMetrics } from '#domain/dashboard/metrics.ts';
import type { ShownFigure } from './open-figure.tsx';

/**
 * The figure whose list is open: it stands in the history, so that Back closes the list, and leads back to it from one
 * of its tickets.
 */
export const useOpenedFigure = () => {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const opened = figureIn(state);
  const open = useCallback(
    (figure: ShownFigure): void => void navigate({ search }, { state: { figure } }),
    [navigate, search],
  );
  const close = useCallback((): void => void navigate(-1), [navigate]);
  return { opened, open, close };
};

/** A browser keeps what stands in its history, over new versions of the page too. */
const figureIn = (state: unknown): ShownFigure | undefined => {
  const { figure } = (state ?? {}) as { readonly figure?: Partial<ShownFigure> };
  const isKnown = typeof figure?.title === 'string' && listedMetrics.some(each => each === figure.metric);
  return isKnown ? (figure as ShownFigure) : undefined;
};

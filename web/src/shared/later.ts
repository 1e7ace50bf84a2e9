import { type ComponentType, useEffect, useState } from 'react';
import { untilThere } from './until-there.ts';

/** A part of the page that has a file of its own, and is fetched once. */
export type Later<Props> = {
  readonly loaded: () => ComponentType<Props> | undefined;
  readonly fetch: () => Promise<ComponentType<Props>>;
};

export const later = <Props>(load: () => Promise<{ default: ComponentType<Props> }>): Later<Props> => {
  let loaded: ComponentType<Props> | undefined;
  return {
    loaded: () => loaded,
    fetch: async () => {
      loaded ??= (await load()).default;
      return loaded;
    },
  };
};

/** Fetches a part before it is shown; a failure is met again, and told, when it is. */
export const prepare = <Props>(part: Later<Props>): void => {
  part.fetch().catch(() => undefined);
};

/**
 * The part, or undefined until it is there. One that was fetched before is shown in the same turn: React's `lazy`
 * shows what stands for it even then, and keeps that for 300 ms so that nothing flickers, which is long for what is
 * opened all day.
 */
export const useLater = <Props>(part: Later<Props>): ComponentType<Props> | undefined => {
  const [shown, show] = useState(part.loaded);
  const [failure, fail] = useState<{ readonly error: unknown }>();
  useEffect(() => {
    if (shown) return undefined;
    let isLeft = false;
    untilThere(part.fetch)().then(
      fetched => isLeft || show(() => fetched),
      error => isLeft || fail({ error }),
    );
    return () => {
      isLeft = true;
    };
  }, [part, shown]);
  if (failure) throw failure.error;
  return shown;
};

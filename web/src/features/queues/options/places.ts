import { fitOf, type OptionPlace, optionsBelow, placeOf, type QueueOption } from '#domain/queue-menu/tree.ts';

type Options = readonly QueueOption[];

export const steps = ['up', 'down', 'in', 'out'] as const;
export type Step = (typeof steps)[number];

/** Where each step leads an option; undefined for one that it cannot take. `in` is below the option before it. */
export const stepsOf = (
  options: Options,
  option: QueueOption,
): Readonly<Record<Step, OptionPlace | undefined>> => {
  const { id, parentId } = option;
  const siblings = optionsBelow(options, parentId);
  const place = placeOf(options, option);
  const previous = siblings[place - 2];
  const parent = options.find(each => each.id === parentId);
  const fits = (to: string | null): boolean => fitOf(options, id, to) === 'fits';
  return {
    up: place > 1 ? { parentId, place: place - 1 } : undefined,
    down: place < siblings.length ? { parentId, place: place + 1 } : undefined,
    in:
      previous && fits(previous.id)
        ? { parentId: previous.id, place: lastBelow(options, id, previous.id) }
        : undefined,
    out:
      parent && fits(parent.parentId)
        ? { parentId: parent.parentId, place: placeOf(options, parent) + 1 }
        : undefined,
  };
};

export const sides = ['before', 'into', 'after'] as const;
export type Side = (typeof sides)[number];

/**
 * Where an option comes that is dropped on another: before it, below it, or after it, which is in front of those below
 * it where they are shown. Undefined where it does not fit.
 */
export const dropPlace = (
  options: Options,
  id: string,
  { target, side, isOpen }: { readonly target: QueueOption; readonly side: Side; readonly isOpen: boolean },
): OptionPlace | undefined => {
  const isBelow = side === 'into' || (side === 'after' && isOpen);
  const parentId = isBelow ? target.id : target.parentId;
  if (target.id === id || fitOf(options, id, parentId) !== 'fits') return undefined;
  if (side === 'into') return { parentId, place: lastBelow(options, id, parentId) };
  if (isBelow) return { parentId, place: 1 };
  const others = optionsBelow(options, parentId).filter(each => each.id !== id);
  return { parentId, place: others.indexOf(target) + (side === 'before' ? 1 : 2) };
};

/** Behind all others of a parent. */
export const lastBelow = (options: Options, id: string, parentId: string | null): number =>
  optionsBelow(options, parentId).filter(each => each.id !== id).length + 1;

export type Item = {
  readonly option: QueueOption;
  /** 0 at the top. */
  readonly depth: number;
  readonly place: number;
  readonly siblings: number;
  /** How many stand directly below it. */
  readonly below: number;
};

/** The options as they are read, each before those below it, but for those below a closed one. */
export const itemsOf = (
  options: Options,
  closed: ReadonlySet<string>,
  parentId: string | null = null,
  depth = 0,
): readonly Item[] => {
  const siblings = optionsBelow(options, parentId);
  return siblings.flatMap((option, index) => [
    {
      ...{ option, depth, place: index + 1, siblings: siblings.length },
      below: optionsBelow(options, option.id).length,
    },
    ...(closed.has(option.id) ? [] : itemsOf(options, closed, option.id, depth + 1)),
  ]);
};

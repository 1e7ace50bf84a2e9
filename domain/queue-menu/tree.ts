/** One option of a queue. The options of a queue are a flat list in which those of one parent stand in their order. */
export type QueueOption = {
  readonly id: string;
  /** Null at the top. */
  readonly parentId: string | null;
  readonly title: string;
  readonly message: string;
};

/** Where an option is to stand: `place` counts from 1, and one too large means the last. */
export type OptionPlace = { readonly parentId: string | null; readonly place: number };

/** Options are chosen by one digit: 0 and # are not among them. */
export const mostSiblings = 9;
export const deepestOption = 5;
export const mostOptions = 200;
/** Of all titles and messages of a queue together. */
export const mostOptionText = 500_000;

type Options = readonly QueueOption[];

/** The options below one, or at the top, in their order. */
export const optionsBelow = (options: Options, parentId: string | null): Options =>
  options.filter(option => option.parentId === parentId);

/** The place of an option among those of its parent, from 1; 0 for one that is not there. */
export const placeOf = (options: Options, option: QueueOption): number =>
  optionsBelow(options, option.parentId).findIndex(({ id }) => id === option.id) + 1;

/** All that stand below an option, however deep, each before those below it. */
export const descendantsOf = (options: Options, id: string): Options =>
  optionsBelow(options, id).flatMap(option => [option, ...descendantsOf(options, option.id)]);

/** How deep an option stands: 1 at the top, 0 for none. */
export const depthOf = (options: Options, id: string | null): number => {
  const option = id === null ? undefined : options.find(each => each.id === id);
  return option ? 1 + depthOf(options, option.parentId) : 0;
};

/** How many levels an option has with those below it: 1 for one alone. */
export const heightOf = (options: Options, id: string): number =>
  1 + Math.max(0, ...optionsBelow(options, id).map(option => heightOf(options, option.id)));

/** Whether an option may stand below another, or at the top. */
export type Fit = 'fits' | 'own descendant' | 'too many siblings' | 'too deep';
export const fitOf = (options: Options, id: string, parentId: string | null): Fit => {
  if (parentId === id || descendantsOf(options, id).some(below => below.id === parentId))
    return 'own descendant';
  if (depthOf(options, parentId) + heightOf(options, id) > deepestOption) return 'too deep';
  const siblings = optionsBelow(options, parentId).filter(option => option.id !== id);
  return siblings.length < mostSiblings ? 'fits' : 'too many siblings';
};

/** The options after one of them was put where it fits. */
export const movedOption = (options: Options, id: string, { parentId, place }: OptionPlace): Options => {
  const option = options.find(each => each.id === id);
  if (!option) return options;
  const others = options.filter(each => each.id !== id);
  const next = optionsBelow(others, parentId)[place - 1];
  const at = next ? others.indexOf(next) : others.length;
  return others.toSpliced(at, 0, { ...option, parentId });
};

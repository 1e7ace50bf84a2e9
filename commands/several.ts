/**
 * Does something to all items, `atOnce` at a time; answers the results in the items' order. Throws the first failure,
 * but only when nothing is under way any more: whoever tries again does not meet what an earlier try still does. Each
 * failure leaves one fewer at once, so that where everything fails not everything is tried.
 */
export const several = async <Item, Result>(
  items: readonly Item[],
  atOnce: number,
  run: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> => {
  const results: Result[] = [];
  const left = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of left) results[index] = await run(item);
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  const failed = ended.find(each => each.status === 'rejected');
  if (failed) throw failed.reason;
  return results;
};

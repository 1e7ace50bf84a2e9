type Reads<Result> = { current: Promise<Result>; next?: Promise<Result> };

/**
 * Reads by name, one at a time for each. Whoever asks while one is under way shares the next with all others who do:
 * it begins after they asked, so nobody is given what was read before.
 */
export const sharedReads = <Name, Result>(
  read: (name: Name) => Promise<Result>,
): ((name: Name) => Promise<Result>) => {
  const underWay = new Map<Name, Reads<Result>>();

  const begin = (name: Name): Promise<Result> => {
    const reads: Reads<Result> = { current: read(name) };
    underWay.set(name, reads);
    const end = () => {
      if (!reads.next && underWay.get(name) === reads) underWay.delete(name);
    };
    reads.current.then(end, end);
    return reads.current;
  };

  return name => {
    const reads = underWay.get(name);
    if (!reads) return begin(name);
    reads.next ??= reads.current.then(
      () => begin(name),
      () => begin(name),
    );
    return reads.next;
  };
};

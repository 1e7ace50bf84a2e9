/** Two bits for each key: some ten million keys leave one of fifty strangers in doubt. */
const bits = 2 ** 27;

/** Remembers keys without keeping them: who was added is always there, and seldom somebody else is, too. */
export type KeyFilter = {
  readonly add: (table: string, key: string) => void;
  readonly mayHave: (table: string, key: string) => boolean;
};

export const openKeyFilter = (): KeyFilter => {
  // Sixteen megabytes, which a small log never needs.
  let words: Uint32Array | undefined;
  const isSet = (place: number): boolean => (((words?.[place >>> 5] ?? 0) >>> (place & 31)) & 1) === 1;
  return {
    add: (table, key) => {
      words ??= new Uint32Array(bits / 32);
      const hash = hashOf(table, key);
      for (const place of [hash & (bits - 1), mixed(hash) & (bits - 1)])
        words[place >>> 5] = (words[place >>> 5] ?? 0) | (1 << (place & 31));
    },
    mayHave: (table, key) => {
      if (!words) return false;
      const hash = hashOf(table, key);
      return isSet(hash & (bits - 1)) && isSet(mixed(hash) & (bits - 1));
    },
  };
};

/** FNV-1a. */
const hashOf = (table: string, key: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < table.length; index += 1)
    hash = Math.imul(hash ^ table.charCodeAt(index), 0x01000193);
  for (let index = 0; index < key.length; index += 1)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return hash >>> 0;
};

const mixed = (hash: number): number => {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
};

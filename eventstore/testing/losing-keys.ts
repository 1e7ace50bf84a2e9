import { memoryPersonKeys, type PersonKeyring } from '../person-keys.ts';

/** Keys of which some can be missing, as after a restore of a part, and come back. */
export const losingKeys = (keys: PersonKeyring = memoryPersonKeys()) => {
  const lost = new Set<string>();
  const there = (persons: readonly string[]) => persons.filter(person => !lost.has(person));
  return {
    keys: { ...keys, forReading: (persons: readonly string[]) => keys.forReading(there(persons)) },
    lose: (...persons: readonly string[]): void => {
      for (const person of persons) lost.add(person);
    },
    restore: (): void => lost.clear(),
  };
};

import { afterAll, expect } from 'vitest';

/** Of Node: something adds listeners and takes none off, or more than anybody expects. */
const forgotten: string[] = [];
const note = (warning: Error): void => {
  if (warning.name === 'MaxListenersExceededWarning') forgotten.push(String(warning));
};
process.on('warning', note);
afterAll(() => {
  process.off('warning', note);
  expect(forgotten).toEqual([]);
});

import { say } from './say.ts';

const patienceMs = 3_000;

/** One step of the start: says what is waited for when it takes more than three seconds, and when it is done. */
export const step = async <Result>(
  name: string,
  work: () => Promise<Result>,
  tell: (line: string) => void = say,
): Promise<Result> => {
  const slow = setTimeout(() => tell(`waiting for ${name}…`), patienceMs);
  try {
    const result = await work();
    tell(`✓ ${name}`);
    return result;
  } finally {
    clearTimeout(slow);
  }
};

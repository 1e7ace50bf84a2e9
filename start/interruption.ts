const sameWithinMs = 1_000;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `ask` at the first signal that asks this process to end, and `force` at one that follows. What follows within
 * a second is the same signal: a terminal sends Ctrl-C to npm and to this process, and npm hands it on. Answers how to
 * leave signals to what the system does by default.
 */
export const onInterruption = ({
  ask,
  force,
}: {
  readonly ask: () => void;
  readonly force: () => void;
}): (() => void) => {
  let askedAt: number | undefined;
  const interrupted = () => {
    if (askedAt === undefined) {
      askedAt = performance.now();
      ask();
    } else if (performance.now() - askedAt >= sameWithinMs) force();
  };
  for (const signal of signals) process.on(signal, interrupted);
  return () => {
    for (const signal of signals) process.off(signal, interrupted);
  };
};

/** The exit code of a process that a signal ended before its work was done. */
export const interruptedCode = 130;

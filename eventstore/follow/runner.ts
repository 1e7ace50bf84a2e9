/** Something that a service does as long as it runs: it follows the log, or looks after rows that fall due. */
export type Runner = {
  /** As readiness names it, or would. */
  readonly name: string;
  /** Until the service ends. Survives outages; rejects only where nothing can be done any more. */
  readonly run: () => Promise<void>;
};

/** Runs all of them; resolves when all have ended. */
export const runAll = async (runners: readonly Runner[]): Promise<void> => {
  await Promise.all(runners.map(({ run }) => run()));
};

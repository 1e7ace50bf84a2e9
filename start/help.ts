/** Whether a script is asked what it does instead of being asked to do it. */
export const isHelpAsked = (args: readonly string[] = process.argv.slice(2)): boolean =>
  args.some(arg => arg === '--help' || arg === '-h');

/** Prints what a script does and ends the process, where that was asked for: before anything else happens. */
export const helpIfAsked = (usage: string): void => {
  if (!isHelpAsked()) return;
  process.stdout.write(`${usage}\n`);
  process.exit(0);
};

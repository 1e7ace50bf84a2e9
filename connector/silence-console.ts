/** The Signal library prints whole sessions, private keys included, through the console: nothing may come out. */
export const silenceConsole = (): void => {
  const nothing = () => undefined;
  for (const level of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir'] as const) {
    console[level] = nothing;
  }
};

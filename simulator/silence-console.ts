/** Signal code prints whole sessions, private keys included, through the console: nothing may come out. */
export function silenceConsole(): void {
  const nothing = () => undefined;
  for (const level of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) console[level] = nothing;
}

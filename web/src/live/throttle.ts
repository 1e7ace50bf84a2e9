/** Runs at once, then at most once per `intervalMs`; the last wish is never lost. */
export const throttle = (run: () => void, intervalMs: number): { call: () => void; cancel: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wanted = false;
  const turn = (): void => {
    timer = undefined;
    if (!wanted) return;
    wanted = false;
    call();
  };
  const call = (): void => {
    if (timer !== undefined) {
      wanted = true;
      return;
    }
    timer = setTimeout(turn, intervalMs);
    run();
  };
  const cancel = (): void => {
    clearTimeout(timer);
    timer = undefined;
    wanted = false;
  };
  return { call, cancel };
};

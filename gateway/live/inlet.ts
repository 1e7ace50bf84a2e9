/** What a socket may say at once, and how much more each second. Pages say far less. */
export const mostAtOnce = 200;
export const perSecond = 40;

type Source = { pause(): void; resume(): void };

/**
 * Hands on what a socket says. One that says more than its allowance is read no further until it has waited: no more
 * of it is held than what had come already, and everything is handed on in order.
 */
export const openInlet = <Message>(source: Source, handle: (message: Message) => void) => {
  const waiting: Message[] = [];
  let allowance = mostAtOnce;
  let countedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;

  const mayPass = (): boolean => {
    const now = performance.now();
    allowance = Math.min(mostAtOnce, allowance + ((now - countedAt) / 1000) * perSecond);
    countedAt = now;
    if (allowance < 1) return false;
    allowance -= 1;
    return true;
  };
  const drain = () => {
    timer = undefined;
    let passed = 0;
    while (passed < waiting.length && mayPass()) {
      const message = waiting[passed];
      passed += 1;
      if (message !== undefined) handle(message);
    }
    waiting.splice(0, passed);
    if (waiting.length === 0) source.resume();
    else wait();
  };
  const wait = () => {
    timer ??= setTimeout(drain, 1000 / perSecond);
  };

  return {
    push: (message: Message): void => {
      if (waiting.length === 0 && mayPass()) {
        handle(message);
        return;
      }
      waiting.push(message);
      source.pause();
      wait();
    },
    /** The socket has ended: what waits is dropped. */
    close: (): void => {
      clearTimeout(timer);
      waiting.length = 0;
    },
  };
};

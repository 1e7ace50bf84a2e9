/**
 * Answers many askers with few questions: what is asked while a question is under way is put together into the
 * next one. `ask` is given each name once.
 */
export const gather = <Answer>(
  ask: (names: readonly string[]) => Promise<Answer>,
): ((names: readonly string[]) => Promise<Answer>) => {
  let asking = false;
  let next: { readonly names: Set<string>; readonly answer: PromiseWithResolvers<Answer> } | undefined;

  const run = async (): Promise<void> => {
    asking = true;
    while (next) {
      const { names, answer } = next;
      next = undefined;
      await ask([...names]).then(answer.resolve, answer.reject);
    }
    asking = false;
  };

  return names => {
    next ??= { names: new Set(), answer: Promise.withResolvers() };
    for (const name of names) next.names.add(name);
    const { promise } = next.answer;
    if (!asking) void run();
    return promise;
  };
};

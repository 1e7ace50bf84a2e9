/** Tells the person at the terminal. Where nobody can be told (a full disk, a closed pipe) everything goes on. */
export const say = (line: string): void => {
  tell(process.stdout, line);
};

/** As `say`, of what went wrong. */
export const complain = (line: string): void => {
  tell(process.stderr, line);
};

const tell = (stream: NodeJS.WriteStream, line: string) => {
  if (stream.listenerCount('error') === 0) stream.on('error', () => undefined);
  try {
    stream.write(`${line}\n`);
  } catch {
    // A file, written at once, on a disk without room.
  }
};

const nothing = () => undefined;

/** A logger that says nothing: what Signal code logs contains private keys. */
export const silentLogger = {
  level: 'silent',
  child: () => silentLogger,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
};

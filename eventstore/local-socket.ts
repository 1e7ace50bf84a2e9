const scheme = 'esdb+unix://';
/** The package's client names a server `address:port`, also one that is a file; so the file's name ends like this. */
const port = 0;
/** What the system takes as the name of a socket (`sun_path`), on every system. */
const longestPath = 103;

/** The connection string of an event store node that listens on this socket, made by `socketIn`. */
export const localUrl = (socket: string): string => `${scheme}${socket}`;

/** The file of a node's socket in a folder; undefined where its name would be too long for the system. */
export const socketIn = (folder: string): string | undefined => {
  const socket = `${folder}/node:${port}`;
  return Buffer.byteLength(socket) > longestPath ? undefined : socket;
};

export const isLocalUrl = (connectionString: string): boolean => connectionString.startsWith(scheme);

/** For the package's client; undefined for a connection string of its own. */
export const localEndpoint = (
  connectionString: string,
): { readonly address: string; readonly port: number } | undefined =>
  isLocalUrl(connectionString)
    ? { address: `unix:${connectionString.slice(scheme.length).replace(/:\d+$/, '')}`, port }
    : undefined;

import { isIP } from 'node:net';
import { type ChannelCredentials, credentials } from '@grpc/grpc-js';

type Connector = { readonly connectionOptions?: { servername?: string } };
type Creating = { _createSecureConnector: (...args: unknown[]) => Connector };

let isDone = false;

/**
 * Lets grpc-js name no address as a server's name when it connects with TLS: names alone may stand there (RFC 6066), and
 * Node warns of anything else (DEP0123). The certificate is checked against the address all the same. For all
 * connections of this process; calling it again does nothing.
 */
export const nameNoAddresses = (): void => {
  if (isDone) return;
  isDone = true;
  const secure: ChannelCredentials = Object.getPrototypeOf(credentials.createSsl());
  const creating = secure as unknown as Creating;
  const create = creating._createSecureConnector;
  creating._createSecureConnector = function (...args) {
    const connector = create.apply(this, args);
    const { connectionOptions } = connector;
    if (isIP(connectionOptions?.servername ?? '') !== 0) delete connectionOptions?.servername;
    return connector;
  };
};

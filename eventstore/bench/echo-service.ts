import type { ServiceDefinition } from '@grpc/grpc-js';

const bytes = (value: Buffer): Buffer => value;
const plain = {
  requestSerialize: bytes,
  requestDeserialize: bytes,
  responseSerialize: bytes,
  responseDeserialize: bytes,
};

/** gRPC with nothing behind it: what the machine gives at most. */
export const echoService = {
  unary: { ...plain, path: '/echo/unary', requestStream: false, responseStream: false },
  exchange: { ...plain, path: '/echo/exchange', requestStream: true, responseStream: true },
  /** Asked with a count and a size as two 32-bit numbers. */
  flood: { ...plain, path: '/echo/flood', requestStream: false, responseStream: true },
} satisfies ServiceDefinition;

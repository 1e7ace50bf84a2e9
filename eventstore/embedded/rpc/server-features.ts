import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';

/** The protocol level that the node speaks. */
const version = '23.10.0';

const supported = (path: string) => {
  const [, service = '', method = ''] = path.toLowerCase().split('/');
  const features = method === 'read' ? ['position', 'events'] : [];
  return new featuresPb.SupportedMethod()
    .setServiceName(service)
    .setMethodName(method)
    .setFeaturesList(features);
};

/** What a client may ask for; it chooses its way of appending by it. */
export const handleServerFeatures = (
  _call: ServerUnaryCall<Empty, SupportedMethods>,
  respond: sendUnaryData<SupportedMethods>,
): void => {
  const methods = Object.values(streamsGrpc.StreamsService).map(({ path }) => supported(path));
  respond(
    null,
    new featuresPb.SupportedMethods().setMethodsList(methods).setEventStoreServerVersion(version),
  );
};

import persistentGrpc from '@eventstore/db-client/generated/persistent_grpc_pb.js';
import projectionsGrpc from '@eventstore/db-client/generated/projections_grpc_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';

/** The protocol level that the node speaks. */
const version = '23.10.0';

/**
 * What the node does not offer is named too: the client then asks over gRPC and is told so, where it would
 * otherwise try HTTP or blame the server's version.
 */
const services = [
  { methods: streamsGrpc.StreamsService, features: ['position', 'events'] },
  { methods: persistentGrpc.PersistentSubscriptionsService, features: ['stream', 'all'] },
  { methods: projectionsGrpc.ProjectionsService, features: ['track_emitted_streams'] },
];

const supported = (path: string, features: string[]) => {
  const [, service = '', method = ''] = path.toLowerCase().split('/');
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
  const methods = services.flatMap(({ methods, features }) =>
    Object.values(methods).map(({ path }) => supported(path, features)),
  );
  respond(
    null,
    new featuresPb.SupportedMethods().setMethodsList(methods).setEventStoreServerVersion(version),
  );
};

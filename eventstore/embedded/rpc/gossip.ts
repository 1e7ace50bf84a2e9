import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';

const leader = 8;

/** A cluster of one, so that `esdb+discover://` finds the node. */
export const handleGossip =
  (instanceId: string, address: () => { host: string; port: number }) =>
  (_call: ServerUnaryCall<Empty, ClusterInfo>, respond: sendUnaryData<ClusterInfo>): void => {
    const { host, port } = address();
    const member = new gossipPb.MemberInfo()
      .setInstanceId(new sharedPb.UUID().setString(instanceId))
      .setTimeStamp(`${Date.now()}0000`)
      .setState(leader)
      .setIsAlive(true)
      .setHttpEndPoint(new gossipPb.EndPoint().setAddress(host).setPort(port));
    respond(null, new gossipPb.ClusterInfo().setMembersList([member]));
  };

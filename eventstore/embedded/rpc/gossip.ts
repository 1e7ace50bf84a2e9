import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';

type Address = { readonly host: string; readonly port: number };

const leader = 8;

/** The way that the caller came leads here; what the node listens on may not. */
const asReached = (authority: string): Address | undefined => {
  const [, host, port] = /^(.+):(\d+)$/.exec(authority) ?? [];
  return host === undefined ? undefined : { host, port: Number(port) };
};

/** A cluster of one, so that `esdb+discover://` finds the node. */
export const handleGossip =
  (instanceId: string, bound: () => Address) =>
  (call: ServerUnaryCall<Empty, ClusterInfo>, respond: sendUnaryData<ClusterInfo>): void => {
    const { host, port } = asReached(call.getHost()) ?? bound();
    const member = new gossipPb.MemberInfo()
      .setInstanceId(new sharedPb.UUID().setString(instanceId))
      .setTimeStamp(`${Date.now()}0000`)
      .setState(leader)
      .setIsAlive(true)
      .setHttpEndPoint(new gossipPb.EndPoint().setAddress(host).setPort(port));
    respond(null, new gossipPb.ClusterInfo().setMembersList([member]));
  };

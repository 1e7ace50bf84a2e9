import { randomUUID } from 'node:crypto';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import monitoringGrpc from '@eventstore/db-client/generated/monitoring_grpc_pb.js';
import operationsGrpc from '@eventstore/db-client/generated/operations_grpc_pb.js';
import persistentGrpc from '@eventstore/db-client/generated/persistent_grpc_pb.js';
import projectionsGrpc from '@eventstore/db-client/generated/projections_grpc_pb.js';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import usersGrpc from '@eventstore/db-client/generated/users_grpc_pb.js';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { type Node, openNode } from './node.ts';
import { handleAppend } from './rpc/append.ts';
import { handleBatchAppend } from './rpc/batch-append.ts';
import { handleDelete, handleTombstone } from './rpc/delete.ts';
import { handleGossip } from './rpc/gossip.ts';
import { handleRead } from './rpc/read.ts';
import { handleServerFeatures } from './rpc/server-features.ts';
import { notOffered } from './rpc/unimplemented.ts';

export type EmbeddedNode = { readonly url: string; readonly close: () => Promise<void> };
export type EmbeddedNodeOptions = { readonly file: string; readonly port?: number; readonly host?: string };

const largestMessage = 17 * 1024 * 1024;
const patience = 2000;

const { StreamsService } = streamsGrpc;

/** Reading answers with bytes that are encoded already. */
const streamsService = {
  ...StreamsService,
  read: { ...StreamsService.read, responseSerialize: (encoded: Buffer) => encoded },
};

const addServices = (server: Server, node: Node, address: () => { host: string; port: number }): void => {
  server.addService(streamsService, {
    read: handleRead(node),
    append: handleAppend(node),
    batchAppend: handleBatchAppend(node),
    delete: handleDelete(node),
    tombstone: handleTombstone(node),
  });
  server.addService(featuresGrpc.ServerFeaturesService, { getSupportedMethods: handleServerFeatures });
  server.addService(gossipGrpc.GossipService, { read: handleGossip(randomUUID(), address) });
  for (const [service, what] of [
    [persistentGrpc.PersistentSubscriptionsService, 'persistent subscriptions'],
    [projectionsGrpc.ProjectionsService, 'projections'],
    [operationsGrpc.OperationsService, 'operations'],
    [usersGrpc.UsersService, 'users'],
    [monitoringGrpc.MonitoringService, 'monitoring'],
  ] as const) {
    server.addService(service, notOffered(service, what));
  }
};

const listen = (server: Server, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, bound) => {
      if (error) reject(new Error(`cannot listen on ${host}:${port}: ${error.message}`, { cause: error }));
      else resolve(bound);
    });
  });

const shutDown = (server: Server): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, patience);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Starts an event store node on one file, on any free port by default. Throws FileInUse when another node has the
 * file, and an Error when the port is taken. `close` answers what was accepted, ends the calls and frees the file.
 */
export const startEmbeddedNode = async (options: EmbeddedNodeOptions): Promise<EmbeddedNode> => {
  const { file, port = 0, host = '127.0.0.1' } = options;
  const node = openNode(file);
  const server = new Server({
    'grpc.max_receive_message_length': largestMessage,
    'grpc.max_send_message_length': largestMessage,
    'grpc.so_reuseport': 0,
  });
  let bound = port;
  addServices(server, node, () => ({ host, port: bound }));
  try {
    bound = await listen(server, host, port);
  } catch (error) {
    node.storage.close();
    throw error;
  }

  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await node.writer.stop();
    node.stopping.abort();
    await shutDown(server);
    node.storage.close();
  };
  return {
    url: `esdb://${host}:${bound}?tls=false`,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
};

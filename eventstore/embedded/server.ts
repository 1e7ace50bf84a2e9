import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import monitoringGrpc from '@eventstore/db-client/generated/monitoring_grpc_pb.js';
import operationsGrpc from '@eventstore/db-client/generated/operations_grpc_pb.js';
import persistentGrpc from '@eventstore/db-client/generated/persistent_grpc_pb.js';
import projectionsGrpc from '@eventstore/db-client/generated/projections_grpc_pb.js';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import usersGrpc from '@eventstore/db-client/generated/users_grpc_pb.js';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { forgetEndedStreams } from '../ended-streams.ts';
import { localUrl, socketIn } from '../local-socket.ts';
import { type Account, type Admits, behindDoor, createDoor, requireSafe } from './access.ts';
import type { DamagedLog } from './damage.ts';
import { type Node, openNode } from './node.ts';
import { handleAppend } from './rpc/append.ts';
import { handleBatchAppend } from './rpc/batch-append.ts';
import { handleDelete, handleTombstone } from './rpc/delete.ts';
import { handleGossip } from './rpc/gossip.ts';
import { handleRead } from './rpc/read.ts';
import { handleServerFeatures } from './rpc/server-features.ts';
import { notOffered } from './rpc/unimplemented.ts';
import { readTls, type TlsFiles } from './tls.ts';

export type EmbeddedNode = {
  /** A connection string; it holds the password when there is one. */
  readonly url: string;
  /** The same for who runs under our own account on this machine; undefined when there is no such socket. */
  readonly localUrl: string | undefined;
  /** Settles when what there was to check of the log after an unclean end has been checked. */
  readonly inspected: Promise<void>;
  readonly close: () => Promise<void>;
};
export type EmbeddedNodeOptions = {
  readonly file: string;
  readonly port?: number;
  readonly host?: string;
  readonly tls?: TlsFiles | undefined;
  readonly account?: Account | undefined;
  /** A folder in which only we come, for a socket without certificate and account. */
  readonly socketFolder?: string | undefined;
  /** Called when the log turns out to be damaged; from then on appends are refused. */
  readonly onDamage?: (damage: DamagedLog) => void;
};

const largestMessage = 17 * 1024 * 1024;
const patience = 2000;

const { StreamsService } = streamsGrpc;

/** Reading answers with bytes that are encoded already. */
const streamsService = {
  ...StreamsService,
  read: { ...StreamsService.read, responseSerialize: (encoded: Buffer) => encoded },
};

type Address = { readonly host: string; readonly port: number };
type Surroundings = { readonly admits: Admits; readonly address: () => Address };

/** What the node can do and where it is, clients ask before they say who they are. */
const addServices = (server: Server, node: Node, { admits, address }: Surroundings): void => {
  server.addService(streamsService, {
    read: behindDoor(admits, handleRead(node)),
    append: behindDoor(admits, handleAppend(node)),
    batchAppend: behindDoor(admits, handleBatchAppend(node)),
    delete: behindDoor(admits, handleDelete(node)),
    tombstone: behindDoor(admits, handleTombstone(node)),
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

type Binding = Address & { readonly credentials: ServerCredentials };

const openServer = (node: Node, surroundings: Surroundings): Server => {
  forgetEndedStreams();
  const server = new Server({
    'grpc.max_receive_message_length': largestMessage,
    'grpc.max_send_message_length': largestMessage,
    'grpc.so_reuseport': 0,
  });
  addServices(server, node, surroundings);
  return server;
};

/** Listens in a folder of ours, too; undefined where the system has no room for its name or no sockets there. */
const listenLocally = async (server: Server, folder: string | undefined): Promise<string | undefined> => {
  const socket = folder && socketIn(folder);
  if (!folder || !socket) return undefined;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  // Of a node that was killed: one that lives holds the log, and this one would not have come here.
  rmSync(socket, { force: true });
  return new Promise(resolve => {
    server.bindAsync(`unix:${socket}`, ServerCredentials.createInsecure(), error =>
      resolve(error ? undefined : localUrl(socket)),
    );
  });
};

const listen = (server: Server, { host, port, credentials }: Binding): Promise<number> =>
  new Promise((resolve, reject) => {
    const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    server.bindAsync(address, credentials, (error, bound) => {
      if (error) reject(new Error(`cannot listen on ${address}: ${error.message}`, { cause: error }));
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

const credentialsIn = (account: Account | undefined): string =>
  account ? `${encodeURIComponent(account.user)}:${encodeURIComponent(account.password)}@` : '';

/**
 * Starts an event store node on one file, on any free port of loopback by default. Throws FileInUse when another
 * node has the file, DamagedLog, UnsafeListening when it would be open to others without certificate and
 * password, and an Error for files that cannot be used or a port that is taken. `close` answers what was
 * accepted, ends the calls and frees the file.
 */
export const startEmbeddedNode = async (options: EmbeddedNodeOptions): Promise<EmbeddedNode> => {
  const { file, port = 0, host = '127.0.0.1', account, onDamage = () => undefined } = options;
  requireSafe({ host, tls: options.tls, account });
  const tls = readTls(options.tls, host);
  const node = openNode(file, onDamage);
  let bound = port;
  const address = () => ({ host: tls.host, port: bound });
  const server = openServer(node, { admits: createDoor(account), address });
  const local = openServer(node, { admits: () => true, address });

  const release = async (): Promise<void> => {
    node.stopping.abort();
    await Promise.all([shutDown(server), shutDown(local)]);
    await node.inspected;
    node.storage.close();
  };
  let localAddress: string | undefined;
  try {
    localAddress = await listenLocally(local, options.socketFolder);
    bound = await listen(server, { host, port, credentials: tls.credentials });
  } catch (error) {
    await release();
    throw error;
  }

  let closing: Promise<void> | undefined;
  return {
    url: `esdb://${credentialsIn(account)}${tls.host}:${bound}?${tls.parameters}`,
    localUrl: localAddress,
    inspected: node.inspected,
    close: () => {
      closing ??= node.writer.stop().then(release);
      return closing;
    },
  };
};

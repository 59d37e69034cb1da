import { Server, ServerCredentials, type ServerInterceptor } from '@grpc/grpc-js'
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import monitoring from '@eventstore/db-client/generated/monitoring_grpc_pb.js'
import operations from '@eventstore/db-client/generated/operations_grpc_pb.js'
import persistent from '@eventstore/db-client/generated/persistent_grpc_pb.js'
import projections from '@eventstore/db-client/generated/projections_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js'
import users from '@eventstore/db-client/generated/users_grpc_pb.js'
import { unaryHandler, streamHandler } from './calls.ts'
import { gossipOf, supportedMethods } from './methods/features.ts'
import { serializeAnswer } from './methods/read-answers.ts'
import type { StreamsMethods } from './methods/streams.ts'

export type GrpcServer = { readonly port: number; readonly stop: () => Promise<void> }

const drainFor = 5000

const options = {
  'grpc.max_concurrent_streams': 100,
  // As in EventStoreDB. The client cuts its batches at 3 MiB.
  'grpc.max_receive_message_length': 16 * 1024 * 1024,
  'grpc.max_send_message_length': -1,
  'grpc.enable_channelz': 0,
}

/** What is left out is answered with UNIMPLEMENTED, after the interceptors. */
const leftOut = [
  monitoring.MonitoringService,
  operations.OperationsService,
  persistent.PersistentSubscriptionsService,
  projections.ProjectionsService,
  users.UsersService,
]

/** Events are stored as they are sent: the answers of a read are bytes already. */
const streamsService = {
  ...streams.StreamsService,
  read: { ...streams.StreamsService.read, responseSerialize: serializeAnswer },
}

/** gRPC without TLS, as `esdb://...?tls=false` speaks it. */
export const startGrpcServer = async (
  methods: StreamsMethods,
  host: string,
  port: number,
  interceptors: ServerInterceptor[],
): Promise<GrpcServer> => {
  const server = new Server({ ...options, interceptors })
  server.addService(streamsService, {
    append: unaryHandler(methods.Append),
    batchAppend: streamHandler(methods.BatchAppend),
    read: streamHandler(methods.Read),
    delete: unaryHandler(methods.Delete),
    tombstone: unaryHandler(methods.Tombstone),
  })
  server.addService(features.ServerFeaturesService, {
    getSupportedMethods: unaryHandler(supportedMethods),
  })
  let bound = port
  server.addService(gossip.GossipService, { read: unaryHandler(gossipOf(host, () => bound)) })
  for (const service of leftOut) server.addService(service, {})

  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`
  bound = await new Promise<number>((resolve, reject) =>
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, at) =>
      error ? reject(error) : resolve(at),
    ),
  )
  return { port: bound, stop: () => stop(server) }
}

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(() => server.forceShutdown(), drainFor)
    server.tryShutdown(() => {
      clearTimeout(late)
      resolve()
    })
  })

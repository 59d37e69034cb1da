import { randomUUID } from 'node:crypto'
import {
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  status,
  type ServerInterceptor,
} from '@grpc/grpc-js'
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import monitoring from '@eventstore/db-client/generated/monitoring_grpc_pb.js'
import operations from '@eventstore/db-client/generated/operations_grpc_pb.js'
import persistent from '@eventstore/db-client/generated/persistent_grpc_pb.js'
import projections from '@eventstore/db-client/generated/projections_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js'
import users from '@eventstore/db-client/generated/users_grpc_pb.js'
import { isEqualInConstantTime } from '#kernel/constant-time.ts'
import { withTimeout } from '#kernel/timeout.ts'
import { gossipMessages, sharedMessages } from '../protocol/messages.ts'
import { unaryHandler, streamHandler } from './calls.ts'
import { serializeAnswer } from './methods/read-answers.ts'
import type { StreamsMethods } from './methods/streams.ts'
import { supportedMethods } from './supported-methods.ts'

export type GrpcServer = { readonly port: number; readonly stop: () => Promise<void> }

const drainFor = 5000

const options = {
  'grpc.max_concurrent_streams': 100,
  'grpc.max_receive_message_length': 16 * 1024 * 1024,
  'grpc.max_send_message_length': -1,
}

/** grpc-js answers these with UNIMPLEMENTED, after the interceptors. */
const unsupportedServices = [
  monitoring.MonitoringService,
  operations.OperationsService,
  persistent.PersistentSubscriptionsService,
  projections.ProjectionsService,
  users.UsersService,
]

/** Records are stored as encoded messages. */
const streamsService = {
  ...streams.StreamsService,
  read: { ...streams.StreamsService.read, responseSerialize: serializeAnswer },
}

const gossipOf = (host: string, port: () => number) => {
  const instance = randomUUID()
  return async () => {
    const { ClusterInfo, EndPoint, MemberInfo } = gossipMessages
    const member = new MemberInfo()
      .setInstanceId(new sharedMessages.UUID().setString(instance))
      .setTimeStamp(String(BigInt(Date.now()) * 10_000n))
      .setState(MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setHttpEndPoint(new EndPoint().setAddress(host).setPort(port()))
    return new ClusterInfo().setMembersList([member])
  }
}

/** The official client sends no secret with these calls. */
const callableWithoutSecret = new Set([
  '/event_store.client.server_features.ServerFeatures/GetSupportedMethods',
  '/event_store.client.gossip.Gossip/Read',
])

/** Without TLS the official client sends no password, but it does send the connection name. */
const requireSecret = (secret: string): ServerInterceptor => {
  const expected = Buffer.from(secret)
  return ({ path }, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, proceed) => {
            const [name = ''] = metadata.get('connection-name')
            if (callableWithoutSecret.has(path) || isEqualInConstantTime(String(name), expected))
              proceed(metadata)
            else call.sendStatus({ code: status.UNAUTHENTICATED, details: 'Unauthenticated' })
          },
        }),
    })
}

export const startGrpcServer = async (
  methods: StreamsMethods,
  host: string,
  port: number,
  secret: string | undefined,
): Promise<GrpcServer> => {
  const interceptors = secret === undefined ? [] : [requireSecret(secret)]
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
  for (const service of unsupportedServices) server.addService(service, {})

  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`
  bound = await new Promise<number>((resolve, reject) =>
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, at) =>
      error ? reject(error) : resolve(at),
    ),
  )
  return { port: bound, stop: () => stop(server) }
}

/** Not `await tryShutdown`: its callback may never come if a connection breaks. `forceShutdown` needs channelz on. */
const stop = async (server: Server): Promise<void> => {
  const drained = new Promise<void>((resolve) => server.tryShutdown(() => resolve()))
  await withTimeout(drained, drainFor).catch(() => server.forceShutdown())
}

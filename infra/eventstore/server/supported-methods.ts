import persistent from '@eventstore/db-client/generated/persistent_grpc_pb.js'
import { featureMessages } from '../protocol/messages.ts'

/** The EventStoreDB version that this server imitates. */
const serverVersion = '23.10.8+stykkliste'

const supported: Readonly<Record<string, string[]>> = {
  append: [],
  batchappend: ['deadline_duration'],
  delete: [],
  read: ['position', 'events'],
  tombstone: [],
}

const method = (service: string, name: string, features: string[]) =>
  new featureMessages.SupportedMethod()
    .setServiceName(service)
    .setMethodName(name)
    .setFeaturesList(features)

const ofStreams = () =>
  Object.entries(supported).map(([name, features]) =>
    method('event_store.client.streams.streams', name, features),
  )

/**
 * They are answered with UNIMPLEMENTED. Were they not named, the official client would take this for an old server,
 * and ask over HTTP.
 */
const ofPersistentSubscriptions = () =>
  Object.values(persistent.PersistentSubscriptionsService).map(({ path }) => {
    const [, service = '', name = ''] = path.toLowerCase().split('/')
    return method(service, name, ['stream', 'all'])
  })

export const supportedMethods = async () =>
  new featureMessages.SupportedMethods()
    .setEventStoreServerVersion(serverVersion)
    .setMethodsList([...ofStreams(), ...ofPersistentSubscriptions()])

import type { Call } from './call.ts'
import { featureMessages, gossipMessages, sharedMessages } from './generated.ts'

/** The version whose behaviour this server has; what follows the plus tells it from the real one. */
export const serverVersion = '23.10.8+stykkliste'

const streams = 'event_store.client.streams.streams'
const methods: readonly (readonly [string, readonly string[]])[] = [
  ['append', []],
  ['batchappend', ['deadline_duration']],
  ['delete', []],
  ['read', ['position', 'events']],
  ['tombstone', []],
]

const supported = new featureMessages.SupportedMethods()
  .setEventStoreServerVersion(serverVersion)
  .setMethodsList(
    methods.map(([name, features]) =>
      new featureMessages.SupportedMethod()
        .setServiceName(streams)
        .setMethodName(name)
        .setFeaturesList([...features]),
    ),
  )
  .serializeBinary()

export const supportedMethods = async (call: Call) => {
  await call.all()
  await call.send(supported)
}

/** A cluster of one, for connection strings that ask who the leader is. */
export const gossip =
  (instance: string, host: string, port: () => number) => async (call: Call) => {
    await call.all()
    const { ClusterInfo, EndPoint, MemberInfo } = gossipMessages
    const member = new MemberInfo()
      .setInstanceId(new sharedMessages.UUID().setString(instance))
      .setTimeStamp(String(BigInt(Date.now()) * 10_000n))
      .setState(MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setHttpEndPoint(new EndPoint().setAddress(host).setPort(port()))
    await call.send(new ClusterInfo().setMembersList([member]).serializeBinary())
  }

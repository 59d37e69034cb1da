import { randomUUID } from 'node:crypto'
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js'
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js'
import { featureMessages, gossipMessages, sharedMessages } from '../../protocol/messages.ts'

/** The version whose behaviour this server has; what follows the plus tells it from the real one. */
const serverVersion = '23.10.8+stykkliste'

const features: Readonly<Record<string, string[]>> = {
  append: [],
  batchappend: ['deadline_duration'],
  delete: [],
  read: ['position', 'events'],
  tombstone: [],
}

export const supportedMethods = async (): Promise<SupportedMethods> =>
  new featureMessages.SupportedMethods()
    .setEventStoreServerVersion(serverVersion)
    .setMethodsList(
      Object.entries(features).map(([name, list]) =>
        new featureMessages.SupportedMethod()
          .setServiceName('event_store.client.streams.streams')
          .setMethodName(name)
          .setFeaturesList(list),
      ),
    )

/** A cluster of one, for connection strings that ask who the leader is. */
export const gossipOf = (host: string, port: () => number) => {
  const instance = randomUUID()
  return async (): Promise<ClusterInfo> => {
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

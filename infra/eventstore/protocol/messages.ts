/** Node finds no named exports in these CommonJS files, so values come from the default export. */
import gossipMessages from '@eventstore/db-client/generated/gossip_pb.js'
import featureMessages from '@eventstore/db-client/generated/serverfeatures_pb.js'
import sharedMessages from '@eventstore/db-client/generated/shared_pb.js'
import statusMessages from '@eventstore/db-client/generated/status_pb.js'
import streamMessages from '@eventstore/db-client/generated/streams_pb.js'

import emptyModule from 'google-protobuf/google/protobuf/empty_pb.js'

export const googleEmpty = () => new emptyModule.Empty()
export { featureMessages, gossipMessages, sharedMessages, statusMessages, streamMessages }

/** Protobuf tags for fields written by hand: the field number and the wire type (varint or length-delimited). */
export const numberTag = (field: number): number => field << 3
export const bytesTag = (field: number): number => (field << 3) | 2

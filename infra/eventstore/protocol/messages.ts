/**
 * The messages, as the client's own package brings them. They are CommonJS that hides its names from
 * Node's importer, so values come by the default import and types by name.
 */
import gossipMessages from '@eventstore/db-client/generated/gossip_pb.js'
import featureMessages from '@eventstore/db-client/generated/serverfeatures_pb.js'
import sharedMessages from '@eventstore/db-client/generated/shared_pb.js'
import statusMessages from '@eventstore/db-client/generated/status_pb.js'
import streamMessages from '@eventstore/db-client/generated/streams_pb.js'

import emptyModule from 'google-protobuf/google/protobuf/empty_pb.js'

export const googleEmpty = () => new emptyModule.Empty()
export { featureMessages, gossipMessages, sharedMessages, statusMessages, streamMessages }

/** What goes before a field that is written by hand: its number, and whether it is a number or so many bytes. */
export const numberTag = (field: number): number => field << 3
export const bytesTag = (field: number): number => (field << 3) | 2

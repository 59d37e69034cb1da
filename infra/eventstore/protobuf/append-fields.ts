/** Field numbers and wire types of BatchAppendReq; tests hold both ends against the client's own stubs. */
export const request = {
  correlationId: 0x0a,
  options: 0x12,
  proposed: 0x1a,
  isFinal: 0x20,
} as const
export const option = {
  stream: 0x0a,
  position: 0x10,
  noStream: 0x1a,
  any: 0x22,
  exists: 0x2a,
  deadline: 0x32,
} as const
export const proposed = { id: 0x0a, property: 0x12, metadata: 0x1a, data: 0x22 } as const
export const property = { key: 0x0a, value: 0x12 } as const
export const timestamp = { seconds: 0x08, nanoseconds: 0x10 } as const
/** Of a StreamIdentifier. */
export const streamName = 0x1a
/** Of a UUID. */
export const uuidString = 0x12

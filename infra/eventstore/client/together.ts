import { framed, headerSize } from '../server/message-splitter.ts'

/** What grpc-js asks of a message: how long it is, and to copy itself behind the header that was written for it. */
export type Outgoing = { readonly length: number; copy(target: Buffer, at: number): void }

/**
 * Many messages that grpc-js takes for one. It would send one in each turn of the event loop, so that of those
 * that come at once the last waited for as many turns. They are framed here, over the header that it wrote for all.
 */
export const together = (messages: readonly Uint8Array[]): Outgoing => {
  const frames = Buffer.concat(messages.map(framed))
  return {
    length: frames.length - headerSize,
    copy: (target, at) => target.set(frames, at - headerSize),
  }
}

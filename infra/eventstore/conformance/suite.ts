import { appending } from './appending.ts'
import { deleting } from './deleting.ts'
import { events } from './events.ts'
import { metadata } from './metadata.ts'
import { reading } from './reading.ts'
import type { Recorder } from './recorder.ts'
import { subscribing } from './subscribing.ts'

/** Every step of the suite, in order. */
export const suite: Readonly<Record<string, (recorder: Recorder) => Promise<void>>> = {
  appending,
  deleting,
  reading,
  metadata,
  events,
  subscribing,
}

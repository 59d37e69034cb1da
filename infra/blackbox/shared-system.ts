import { afterFiles } from '../workshop/after-files.ts'
import { systemFor, type System } from './system.ts'

let shared: Promise<System> | undefined

/** One for all files of this process, each of which must bear what others have left in it. */
export const sharedSystem = (): Promise<System> => (shared ??= systemFor({ teardown: afterFiles }))

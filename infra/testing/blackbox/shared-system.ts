import { afterFiles } from '../../workshop/after-files.ts'
import { systemFor, type System } from './system.ts'

let shared: Promise<System> | undefined

/** Shared by all test files of this process, so a file must tolerate records that earlier files left. */
export const sharedSystem = (): Promise<System> => (shared ??= systemFor({ teardown: afterFiles }))

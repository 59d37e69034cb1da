import { connections } from './connections.ts'
import type { Fault } from './fault.ts'
import { frozen } from './frozen.ts'
import { kills } from './kills.ts'

export const allFaults: readonly Fault[] = [...kills, ...frozen, ...connections]

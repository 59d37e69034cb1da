import type { LinesBody } from '#contracts/assembly/lines.ts'
import { OutcomeUnknown } from '#contracts/event-log.ts'
import { maySucceedLater } from '#kernel/transient-errors.ts'
import type { By } from '../kernel/command.ts'

/** A change of many lines that takes several appends, as it was asked for. */
export type PendingLines = {
  readonly by: Omit<By, 'ifMatch'> & { readonly request: string; readonly givenAt: number }
  readonly assemblyId: number
  readonly body: LinesBody
}

/** Where such changes are kept from before the first append until after the last. */
export type PendingLinesTable = {
  readonly begin: (pending: PendingLines) => Promise<void>
  readonly end: (pending: PendingLines) => Promise<void>
  readonly all: () => Promise<readonly PendingLines[]>
}

export const pendingLinesInMemory = (): PendingLinesTable => {
  const kept = new Map<string, PendingLines>()
  return {
    begin: async (pending) => void kept.set(pending.by.commandId, pending),
    end: async ({ by }) => void kept.delete(by.commandId),
    all: async () => [...kept.values()],
  }
}

/** Where it does not come to its end, it stays pending, whatever was written of it. */
export const whilePending = async <T>(
  table: PendingLinesTable,
  pending: PendingLines,
  run: () => Promise<T>,
): Promise<T> => {
  await table.begin(pending)
  try {
    const outcome = await run()
    await table.end(pending)
    return outcome
  } catch (error) {
    if (!maySucceedLater(error)) throw error
    throw new OutcomeUnknown('It is completed later', { cause: error })
  }
}

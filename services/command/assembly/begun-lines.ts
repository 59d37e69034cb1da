import type { LinesBody } from '#contracts/assembly/lines.ts'
import { OutcomeUnknown } from '#contracts/event-log.ts'
import { maySucceedLater } from '#kernel/passing.ts'
import type { By } from '../kernel/command.ts'

/** A change of many lines that takes several appends, as it was asked for. */
export type BegunLines = {
  readonly by: Omit<By, 'ifMatch'> & { readonly request: string; readonly givenAt: number }
  readonly assemblyId: number
  readonly body: LinesBody
}

/** Where such changes are kept from before the first append until after the last. */
export type BegunLinesTable = {
  readonly begin: (begun: BegunLines) => Promise<void>
  readonly end: (begun: BegunLines) => Promise<void>
  readonly all: () => Promise<readonly BegunLines[]>
}

export const begunLinesInMemory = (): BegunLinesTable => {
  const kept = new Map<string, BegunLines>()
  return {
    begin: async (begun) => void kept.set(begun.by.commandId, begun),
    end: async ({ by }) => void kept.delete(by.commandId),
    all: async () => [...kept.values()],
  }
}

/** Where it does not come to its end, it stays begun, whatever was written of it. */
export const asBegun = async <T>(
  table: BegunLinesTable,
  begun: BegunLines,
  run: () => Promise<T>,
): Promise<T> => {
  await table.begin(begun)
  try {
    const outcome = await run()
    await table.end(begun)
    return outcome
  } catch (error) {
    if (!maySucceedLater(error)) throw error
    throw new OutcomeUnknown('It is completed later', { cause: error })
  }
}

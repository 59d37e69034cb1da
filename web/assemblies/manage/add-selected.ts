import { useRef, useState } from 'react'
import { linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { save } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.tsx'
import { joinWithAnd } from '../../lib/text.ts'
import { refreshAssemblies } from '../shared/api.ts'
import type { Candidate } from './candidates.ts'
import { failureLines, createKeyStore } from './submit-change.ts'
import { linkTexts } from '../shared/link-texts.ts'
import { linksPath } from './link-row.tsx'

type Failure = { readonly candidate: Candidate; readonly error: unknown }

/** Adds what was picked, one link after the other, and gives back what could not be added. */
export const useAddSelected = (assemblyId: number, kind: LinkKind) => {
  const [busy, setBusy] = useState(false)
  const { idKey } = linkKinds[kind]
  const withKey = useRef(createKeyStore())

  const report = (added: readonly Candidate[], failures: readonly Failure[]) => {
    const { added: title, addFailed } = linkTexts[kind]
    const [first] = failures
    if (first) {
      const lines = failureLines(addFailed, first.error, kind === 'subassembly')
      const which = joinWithAnd(failures.map(({ candidate }) => candidate.title))
      const several = added.length + failures.length > 1
      toast({ title: 'Feil', lines: several ? [...lines, which] : lines, destructive: true })
    } else if (added.length > 0)
      toast({ title, text: joinWithAnd(added.map((candidate) => candidate.title)) })
  }

  const add = async (
    chosen: readonly Candidate[],
    quantity: number,
  ): Promise<readonly Candidate[]> => {
    setBusy(true)
    const added: Candidate[] = []
    const failures: Failure[] = []
    for (const candidate of chosen) {
      const itemId = candidate.record.id
      try {
        await withKey.current(`${itemId} × ${quantity}`, (options) =>
          save('POST', linksPath(assemblyId, kind), { [idKey]: itemId, quantity }, options),
        )
        added.push(candidate)
      } catch (error) {
        failures.push({ candidate, error })
      }
    }
    await refreshAssemblies()
    setBusy(false)
    report(added, failures)
    return failures.map(({ candidate }) => candidate)
  }

  return { busy, add }
}

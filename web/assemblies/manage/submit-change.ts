import { useRef, useState } from 'react'
import { linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { isUnknown, messageOf, newKey, save, type SaveOptions } from '../../lib/api.ts'
import { joinWithAnd } from '../../lib/text.ts'
import { toast } from '../../lib/toasts.tsx'
import { linksPath, refreshAssemblies } from '../shared/api.ts'
import { linkTexts } from '../shared/link-texts.ts'
import type { Candidate } from './candidates.ts'

type Change = {
  send: () => Promise<unknown>
  done?: { title: string; text?: string }
  failed: string
}

/** The lines of a failure: what was tried, and the reason where the server gave one. */
const failureLines = (failed: string, error: unknown, serverFirst = false): string[] => {
  const reason = messageOf(error, '')
  if (reason === '') return [failed]
  return serverFirst ? [reason] : [failed, reason]
}

/** Sends a change, says how it went, and reads the assemblies again. True when it was done. */
export const submitChange = async ({ send, done, failed }: Change): Promise<boolean> => {
  try {
    await send()
    if (done) toast(done)
    return true
  } catch (error) {
    toast({ title: 'Feil', lines: failureLines(failed, error), destructive: true })
    return false
  } finally {
    await refreshAssemblies()
  }
}

/** One key per command until its fate is known: a second try after a lost answer adds nothing twice. */
const createKeyStore = () => {
  const keys = new Map<string, string>()
  return async <T>(command: string, send: (options: SaveOptions) => Promise<T>): Promise<T> => {
    const key = keys.get(command) ?? newKey()
    keys.set(command, key)
    try {
      const result = await send({ key })
      keys.delete(command)
      return result
    } catch (error) {
      if (!isUnknown(error)) keys.delete(command)
      throw error
    }
  }
}

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

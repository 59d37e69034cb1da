import { useRef, useState } from 'react'
import type { LinkKind } from '#contracts/assembly/link-kinds.ts'
import { ApiError, isUnknown, newKey, save } from '../../lib/api.ts'
import { joinWithAnd } from '../../lib/text.ts'
import { toast } from '../../lib/toasts.tsx'
import { linesPath, refreshAssemblies } from '../shared/api.ts'
import type { Candidate } from '../shared/candidates.ts'
import { linkTexts } from '../shared/link-texts.ts'
import { orderStep } from '../shared/links.ts'
import { failureLines } from '../shared/submit-change.ts'

/** What was picked: a record of a kind, so many of it. */
export type Picked = {
  readonly kind: LinkKind
  readonly candidate: Candidate
  readonly quantity: number
}

const lineOf = ({ kind, candidate, quantity }: Picked, sortOrder?: number) => ({
  kind,
  itemId: candidate.record.id,
  quantity,
  sortOrder,
})

const wordsOf = (picked: readonly Picked[]) => {
  const kinds = [...new Set(picked.map(({ kind }) => kind))]
  const [kind, ...others] = kinds
  if (kind && others.length === 0) return linkTexts[kind]
  return { added: 'Deler lagt til', addFailed: 'Kunne ikke legge til delene' }
}

/** Adds what was picked, all of it or nothing. A second try after a lost answer adds nothing twice. */
export const useAddPicked = (assemblyId: number, after: (kind: LinkKind) => number | undefined) => {
  const [busy, setBusy] = useState(false)
  const key = useRef({ of: '', key: '' })

  const add = async (picked: readonly Picked[]): Promise<boolean> => {
    const { added, addFailed } = wordsOf(picked)
    const lines = picked.map((one, at) => {
      const last = after(one.kind)
      return lineOf(one, last === undefined ? undefined : last + (at + 1) * orderStep)
    })
    const command = JSON.stringify(lines)
    if (key.current.of !== command) key.current = { of: command, key: newKey() }
    setBusy(true)
    try {
      await save('POST', linesPath(assemblyId), { lines }, { key: key.current.key })
      toast({ title: added, text: joinWithAnd(picked.map(({ candidate }) => candidate.title)) })
      return true
    } catch (error) {
      if (!isUnknown(error)) key.current = { of: '', key: '' }
      const isCircle = error instanceof ApiError && error.code === 'CYCLE'
      toast({ title: 'Feil', lines: failureLines(addFailed, error, isCircle), destructive: true })
      return false
    } finally {
      await refreshAssemblies()
      setBusy(false)
    }
  }

  return { busy, add }
}

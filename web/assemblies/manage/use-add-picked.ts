import { useRef, useState } from 'react'
import type { LinkKind } from '#contracts/assembly/link-kinds.ts'
import { newKey, save } from '../../lib/api.ts'
import { isUnknown } from '../../lib/api-error.ts'
import { joinWithAnd } from '#contracts/text.ts'
import { linesPath } from '../shared/api.ts'
import { quantityOf } from '../../fields/quantity-input.tsx'
import { linkTexts } from '../shared/link-texts.ts'
import { lastOrder, orderStep, type useAllLinks } from '../shared/links.ts'
import { submitChange } from '../../lib/submit-change.ts'
import type { PickedParts, PickedRow } from './use-picked.ts'

const wordsOf = (rows: readonly PickedRow[]) => {
  const [kind, ...others] = new Set(rows.map((row) => row.kind))
  if (kind && others.length === 0) return linkTexts[kind]
  return { added: 'Deler lagt til', addFailed: 'Kunne ikke legge til delene' }
}

type Links = ReturnType<typeof useAllLinks>

const linesOf = ({ rows, common }: PickedParts, links: Links) => {
  const orderOf = (kind: LinkKind, at: number) => {
    const last = lastOrder(links[kind])
    return last === undefined ? undefined : last + (at + 1) * orderStep
  }
  return rows.map(({ kind, candidate, quantity }, at) => ({
    kind,
    itemId: candidate.record.id,
    quantity: quantityOf(quantity ?? common),
    sortOrder: orderOf(kind, at),
  }))
}

/** Adds all or none. A retry after a lost answer has the same idempotency key, so nothing is added twice. */
export const useAddPicked = (assemblyId: number, links: Links) => {
  const [busy, setBusy] = useState(false)
  const key = useRef({ of: '', key: '' })

  const add = async (picked: PickedParts): Promise<boolean> => {
    const { added, addFailed } = wordsOf(picked.rows)
    const lines = linesOf(picked, links)
    const command = JSON.stringify(lines)
    if (key.current.of !== command) key.current = { of: command, key: newKey() }
    const send = async () => {
      try {
        await save('POST', linesPath(assemblyId), { lines }, { key: key.current.key })
      } catch (error) {
        if (!isUnknown(error)) key.current = { of: '', key: '' }
        throw error
      }
    }
    const titles = picked.rows.map(({ candidate }) => candidate.title)
    setBusy(true)
    const done = { title: added, text: joinWithAnd(titles) }
    const isAdded = await submitChange({ send, done, failed: addFailed })
    setBusy(false)
    return isAdded
  }

  return { busy, add }
}

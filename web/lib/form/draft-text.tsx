import useSWR from 'swr'
import type { Collection, Field } from '#contracts/fields.ts'
import { fileName } from '../file-name.ts'
import { number } from '../format.ts'
import { notANumber, type Draft } from './draft.ts'

const ReferenceName = ({ to, id }: { to: Collection; id: string }) => {
  const { data } = useSWR<{ name: string }>(`/api/${to}/${id}`)
  return data?.name ?? `Nr. ${id}`
}

const numeral = (text: string) =>
  text !== notANumber && Number.isFinite(Number(text)) ? number(Number(text)) : 'ikke et tall'

/** What a form holds of a field, to be read. Without a field it is an amount of a price or its words. */
export const DraftText = ({ draft, field }: { draft: Draft; field: Field | undefined }) => {
  if (typeof draft === 'boolean') return draft ? 'Ja' : 'Nei'
  if (draft.length === 0) return 'tomt'
  if (typeof draft !== 'string')
    return draft.map((one) => (field?.kind === 'files' ? fileName(one) : one)).join(', ')
  if (field?.kind === 'reference') return <ReferenceName to={field.to!} id={draft} />
  if (field?.kind === 'file') return fileName(draft)
  const isNumber = field ? field.kind === 'number' : draft === notANumber || Number(draft) >= 0
  return `${isNumber ? numeral(draft) : draft}${field?.unit ? ` ${field.unit}` : ''}`
}

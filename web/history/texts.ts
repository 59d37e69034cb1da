import type { Entity } from '#contracts/entity.ts'
import type { Change, HistoryItem, Via } from '#contracts/history.ts'
import { viaNames, type ViaKind } from '#contracts/via-names.ts'
import { count } from '../lib/format.ts'

const byToken = (kind: ViaKind, name: string): string =>
  kind === 'token' ? `«${name}»` : `via ${viaNames.token} «${name}»`

/** What comes before the name of a file or of a selection. */
const wayOf = ({ kind, file }: Via): string => {
  if (file && kind === 'undo') return 'Angring av'
  return file && kind === 'bulk' ? 'Samlet endring av' : viaNames[kind]
}

/** By which way: 'Import motorer.csv linje 12'. */
export const viaText = (via: Via): string => {
  const { kind, file, line, token } = via
  const parts = [
    wayOf(via),
    file,
    line !== undefined && `linje ${count(line)}`,
    token !== undefined && byToken(kind, token),
  ]
  return parts.filter(Boolean).join(' ')
}

export const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** Whether the record came with the change, or went: what every record must have tells. */
export const eventOf = (
  { fields }: Entity,
  changes: readonly Change[],
): 'Opprettet' | 'Slettet' | null => {
  const must = changes.find(({ field }) => {
    const { required, importsWithout } = fields[field] ?? {}
    return required && !importsWithout
  })
  if (!must || isNothing(must.from) === isNothing(must.to)) return null
  return isNothing(must.from) ? 'Opprettet' : 'Slettet'
}

const minute = 60_000

/** When the log itself wrote it, where that is more than a minute from when it was decided. */
export const writtenElsewhen = ({ at, recordedAt }: HistoryItem): string | null =>
  Math.abs(Date.parse(recordedAt) - Date.parse(at)) > minute ? recordedAt : null

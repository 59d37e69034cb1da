import type { Via } from './history.ts'
import { viaNames, type ViaKind } from './via-names.ts'

const byToken = (kind: ViaKind, name: string): string =>
  kind === 'token' ? `«${name}»` : `via ${viaNames.token} «${name}»`

const wayOf = ({ kind, file }: Via): string => {
  if (file && kind === 'undo') return 'Angring av'
  return file && kind === 'bulk' ? 'Samlet endring av' : viaNames[kind]
}

/** What leads to everything of the same import, bulk change or undo. */
export const togetherText = ({ kind }: Via): string => {
  if (kind === 'undo') return 'Alt som ble angret'
  return kind === 'bulk' ? 'Alt fra denne samlede endringen' : 'Alt fra denne importen'
}

/** For example 'Import priser.csv linje 12'. */
export const viaText = (via: Via): string => {
  const { kind, file, line, token } = via
  const parts = [
    wayOf(via),
    file,
    line !== undefined && `linje ${line.toLocaleString('nb-NO')}`,
    token !== undefined && byToken(kind, token),
  ]
  return parts.filter(Boolean).join(' ')
}

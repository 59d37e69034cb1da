/** The fields of a line post (VL or PL), in order, by the names that the format gives them. */
export const lineFields = [
  'PostType',
  'VareMrk',
  'VareNr',
  'VaBetg',
  'VaBetg2',
  'MåleEnhet',
  'PrisEnhet',
  'PrisEnhetTxt',
  'Pris',
  'Mengde',
  'PrisDato',
  'Status',
  'BlokkNummer',
  'RabattGruppe',
  'Fabrikat',
  'Type',
  'Lagerført',
  'SalgsPakning',
  'Rabatt',
  'Pristype',
] as const
export type LineField = (typeof lineFields)[number]

/** Those after the status may be left out at the end of a line. */
export const fewestFields = lineFields.indexOf('Status') + 1

export const fieldOf = (cells: readonly string[], field: LineField): string =>
  cells[lineFields.indexOf(field)] ?? ''

const eightDigits = /^(\d{4})(\d{2})(\d{2})$/
/** `20260901` as 2026-09-01; undefined where that is no day. */
export const dateOf = (text: string): string | undefined => {
  const [, year, month, day] = eightDigits.exec(text) ?? []
  if (year === undefined) return undefined
  const date = `${year}-${month}-${day}`
  const time = Date.parse(date)
  // 31 February is no day either, though some would make it one in March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? undefined : date
}

/** 2026-09-01 as people write it: 01.09.2026. */
export const shownDate = (date: string): string => date.split('-').toReversed().join('.')

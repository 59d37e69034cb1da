import { posix } from 'node:path'
import type { Meanings } from './cell-text.ts'
import type { SheetOddities } from './line-ranges.ts'
import { readNumberFormats } from './number-formats.ts'
import { sheetRows, type SheetRow } from './sheet-rows.ts'
import { attribute, isTrue, readXml } from './xml.ts'
import { openZip, UnreadableWorkbook, type Zip } from './zip.ts'
import { createTextCollector } from './texts.ts'

const readSharedStrings = async (pieces: AsyncIterable<Uint8Array>): Promise<readonly string[]> => {
  const strings: string[] = []
  const { open, text, close, take } = createTextCollector()
  await readXml(pieces, {
    open,
    text,
    close: (name) => {
      close(name)
      if (name === 'si') strings.push(take())
    },
  })
  return strings
}

export { UnreadableWorkbook } from './zip.ts'
export { createOddities, type SheetOddities } from './line-ranges.ts'
export type { SheetRow } from './sheet-rows.ts'

const MB = 1024 * 1024
/** Uncompressed sizes. Shared strings and styles stay in memory; a sheet is streamed. */
const limits = { list: MB, texts: 64 * MB, sheet: 512 * MB } as const

type Relation = { readonly id: string; readonly kind: string; readonly target: string }

const relationsOf = async (zip: Zip, part: string): Promise<readonly Relation[]> => {
  const folder = posix.dirname(part)
  const path = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  const relations: Relation[] = []
  await readXml(zip.part(path, limits.list), {
    open: (name, { Id = '', Type = '', Target = '' }) => {
      if (name !== 'Relationship') return
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target)
      relations.push({ id: Id, kind: posix.basename(Type), target })
    },
  })
  return relations
}

const noWorkbook =
  'Filen er ingen Excel-arbeidsbok (.xlsx). Åpne den i Excel og velg «Excel-arbeidsbok» når du lagrer den.'

const workbookPart = async (zip: Zip): Promise<string> => {
  if (!zip.has('_rels/.rels')) throw new UnreadableWorkbook(noWorkbook)
  const parts = await relationsOf(zip, '')
  const { target } = parts.find(({ kind }) => kind === 'officeDocument') ?? {}
  if (!target?.endsWith('.xml')) throw new UnreadableWorkbook(noWorkbook)
  return target
}

export type Sheet = { readonly name: string; readonly isHidden: boolean; readonly part: string }

const readDirectory = async (zip: Zip) => {
  const part = await workbookPart(zip)
  const relations = await relationsOf(zip, part)
  const sheets: Sheet[] = []
  let from1904 = false
  let isUncalculated = false
  await readXml(zip.part(part, limits.list), {
    open: (element, attributes) => {
      if (element === 'workbookPr') from1904 = isTrue(attribute(attributes, 'date1904'))
      if (element === 'calcPr') isUncalculated = isTrue(attribute(attributes, 'fullCalcOnLoad'))
      if (element !== 'sheet') return
      const id = attribute(attributes, 'id')
      // Charts and dialogs are sheets of other kinds.
      const found = relations.find((one) => one.id === id && one.kind === 'worksheet')
      const { name = '', state = 'visible' } = attributes
      if (found) sheets.push({ name, isHidden: state !== 'visible', part: found.target })
    },
  })
  const named = (kind: string) => relations.find((one) => one.kind === kind)?.target
  return {
    sheets,
    from1904,
    isUncalculated,
    strings: named('sharedStrings'),
    styles: named('styles'),
  }
}

const meaningsIn = async (
  zip: Zip,
  { strings, styles, from1904, isUncalculated }: Awaited<ReturnType<typeof readDirectory>>,
): Promise<Meanings> => ({
  strings: strings ? await readSharedStrings(zip.part(strings, limits.texts)) : [],
  formats: styles ? await readNumberFormats(zip.part(styles, limits.texts)) : [],
  from1904,
  isUncalculated,
})

export const sheetsOf = async (path: string): Promise<readonly Sheet[]> => {
  const zip = await openZip(path)
  try {
    return (await readDirectory(zip)).sheets
  } finally {
    zip.close()
  }
}

export const chooseSheet = (sheets: readonly Sheet[], name?: string): Sheet => {
  const sheet =
    name === undefined
      ? sheets.find(({ isHidden }) => !isHidden)
      : sheets.find((one) => one.name === name)
  if (sheet) return sheet
  const names = sheets.map((one) => `«${one.name}»`).join(', ')
  throw new UnreadableWorkbook(
    name === undefined
      ? 'Arbeidsboken har ingen ark som vises.'
      : `Arbeidsboken har ikke noe ark «${name}». Arkene er: ${names}`,
  )
}

/** @throws UnreadableWorkbook */
export async function* readSheet(
  path: string,
  { part }: Sheet,
  oddities?: SheetOddities,
): AsyncGenerator<readonly SheetRow[]> {
  const zip = await openZip(path)
  try {
    const meanings = await meaningsIn(zip, await readDirectory(zip))
    yield* sheetRows(zip.part(part, limits.sheet), meanings, oddities)
  } finally {
    zip.close()
  }
}

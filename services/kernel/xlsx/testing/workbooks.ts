import { strToU8, zipSync } from 'fflate'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006/relationships'

type Relation = readonly [id: string, kind: string, target: string]
const relations = (all: readonly Relation[]) =>
  `<Relationships xmlns="${packages}">${all
    .map(
      ([id, kind, target]) =>
        `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

type Example = {
  readonly name: string
  readonly rows: string
  readonly state?: 'visible' | 'hidden' | 'veryHidden'
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export const rowsOf = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows
    .map((cells) => {
      const inside = cells.map((cell) => {
        if (cell === null) return '<c/>'
        return typeof cell === 'number'
          ? `<c><v>${cell}</v></c>`
          : `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
      })
      return `<row>${inside.join('')}</row>`
    })
    .join('')

export const workbook = (
  sheets: readonly Example[],
  { workbookPr = '', calcPr = '', ...more }: Readonly<Record<string, string>> = {},
): Uint8Array => {
  const listed = sheets.map(
    ({ name, state = 'visible' }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" state="${state}" r:id="s${at}"/>`,
  )
  const parts: Record<string, string> = {
    '_rels/.rels': relations([['r1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, at): Relation => [`s${at}`, 'worksheet', `worksheets/sheet${at}.xml`]),
      ...(more['xl/sharedStrings.xml']
        ? [['t', 'sharedStrings', 'sharedStrings.xml'] as const]
        : []),
      ...(more['xl/styles.xml'] ? [['f', 'styles', '/xl/styles.xml'] as const] : []),
    ]),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}">${workbookPr}<sheets>${listed.join('')}</sheets>${calcPr}</workbook>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, at) => [
        `xl/worksheets/sheet${at}.xml`,
        `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
    ...more,
  }
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])),
  )
}

/** A workbook whose last part claims this uncompressed size, as a zip bomb does. */
export const claiming = (size: number, bytes: Uint8Array): Uint8Array => {
  const changed = Buffer.from(bytes)
  const entry = changed.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
  changed.writeUInt32LE(size, entry + 24)
  return changed
}

import type { Delimiter } from '#contracts/csv/reading-options.ts'
import type { Entity } from '#contracts/entity.ts'
import { templateHeadings } from '#contracts/csv/columns.ts'
import { byteOrderMark, headingLine } from '#contracts/csv/write.ts'

/** With commas as the screens say; with semicolons as a Norwegian Excel opens it in columns. */
export const template = (entity: Entity, delimiter: Delimiter = ','): string =>
  `${delimiter === ',' ? '' : byteOrderMark}${headingLine(templateHeadings(entity), delimiter)}`

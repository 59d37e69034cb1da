import type { Entity } from '../entity.ts'
import { templateHeadings } from './columns.ts'
import type { Delimiter } from './delimiter.ts'
import { byteOrderMark, headingLine } from './write.ts'

/** With commas as the screens say; with semicolons as a Norwegian Excel opens it in columns. */
export const template = (entity: Entity, delimiter: Delimiter = ','): string =>
  `${delimiter === ',' ? '' : byteOrderMark}${headingLine(templateHeadings(entity), delimiter)}`

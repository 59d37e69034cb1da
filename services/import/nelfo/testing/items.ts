import { readHeader, type NelfoHeader } from '../header.ts'
import { readItem, type Item } from '../item.ts'

export const headRow = (text: string) => ({ line: 1, cells: text.split(';') })
export const head = readHeader(
  headRow('VH;EFONELFO;4.0;NO1MVA;;;20200901;;;;Nordlys Elektro AS;;;;;'),
)
const cellsOf = (rest: string) => `VL;1;0100001;Vare;tekst;${rest}`.split(';')
export const read = (rest: string, from: NelfoHeader = head) => readItem(cellsOf(rest), from)
/** Parses a valid line; fails the test otherwise. */
export const item = (rest: string, from: NelfoHeader = head): Item => {
  const one = read(rest, from)
  if (!('øre' in one)) throw new Error(JSON.stringify(one))
  return one
}

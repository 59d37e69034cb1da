import { test } from 'tap'
import { decideAttribute } from './attribute-decider.ts'

const added = {
  assemblyId: 7,
  description: 'Lengde',
  value: '2400',
  unit: 'mm',
  drawingNumber: null,
  editable: true,
  sortOrder: 0,
}

test('an assembly numbers 9,999 attributes, since the ids after them are those of the next', async (t) => {
  const state = (numbered: number) => ({ attributes: new Map(), numbered })
  t.match(decideAttribute(added, state(9_998)), [{ data: { attributeId: 79_999 } }])
  t.match(decideAttribute(added, state(9_999)), { refused: 'LIMIT' })
})

import '../testing/dom.ts'
import { test } from 'tap'
import { undoneText as undoneImport } from '../csv-import/import-texts.ts'
import { undoneText } from './choices.ts'

test('what an undo left is said of one record and of more', async (t) => {
  const undo = { removed: 0, restored: 1, keptCount: 1, kept: [] }
  t.equal(undoneText(undo), '1 er som før, 1 står som den er')
  t.equal(undoneText({ ...undo, keptCount: 2 }), '1 er som før, 2 står som de er')
  t.equal(undoneImport(undo), '0 fjernet, 1 tilbakestilt, 1 står som den er')
})

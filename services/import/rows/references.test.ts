import { test } from 'tap'
import { motor, supplier } from '#contracts/catalogue/index.ts'
import { reference } from '#contracts/fields.ts'
import { createReferences } from './references.ts'
import type { FileTask } from './task.ts'

const serviced = {
  ...motor,
  fields: { ...motor.fields, serviceId: reference('Serviceleverandør', { to: 'suppliers' }) },
}
const known = [
  { id: 7, version: 0n, item: { values: {} } },
  { id: 8, version: 0n, item: { values: {} } },
]
const task = {
  entity: serviced,
  job: { id: '7d1ff1d4-6f1e-4c5e-9b43-0d7a1d2a4b11', made: [] },
  locks: (_needed: unknown, run: () => unknown) => run(),
  log: { read: async () => [] },
  commands: {
    find: async (entity: unknown, _field: string, name: string) =>
      entity === supplier ? known.filter(({ id }) => name === `Firma ${id}`) : [],
  },
} as unknown as FileTask

test('each reference of a row gets its id, also a second one to the same collection', async (t) => {
  const references = createReferences(task, { isDryRun: true })
  t.same(await references.idsOf({ serviceId: 'Firma 8' }, null), { serviceId: 8 })
  t.same(
    await references.idsOf(
      { supplierId: 'Firma 7', serviceId: 'Firma 8', manufacturerId: 'Ny' },
      null,
    ),
    { supplierId: 7, serviceId: 8, manufacturerId: null },
  )
  t.same(await references.idsOf({ serviceId: 'Ukjent' }, null), { serviceId: null })
  t.same(references.missing(), [{ entity: 'manufacturers' }, { entity: 'suppliers' }])

  const others = { ...serviced.fields, hostId: reference('Vert', { to: 'assemblytypes' as never }) }
  const hosted = { ...task, entity: { ...serviced, fields: others } }
  t.match(await createReferences(hosted, { isDryRun: true }).idsOf({ hostId: 'Hall' }, null), {
    text: 'Sammenstillingen finnes ikke: Hall',
  })
})

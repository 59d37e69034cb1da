import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import suite, { test, type Test } from 'tap'
import { dialogOf, rowOf, toastOf } from './acting.ts'
import { journey } from './system.ts'

const found = await journey(suite)
const { open, dataDir, complaints } = found ?? ({} as NonNullable<typeof found>)
/** A test that is not there where there is no browser. */
const told = (title: string, body: (t: Test) => Promise<void>) =>
  found ? test(title, body) : Promise.resolve()

/** Keeps the read side from following the log for a moment. */
const holdProjector = async () => {
  const children = JSON.parse(readFileSync(join(dataDir, 'children.json'), 'utf8')) as {
    readonly name: string
    readonly pid: number
  }[]
  const { pid } = children.find(({ name }) => name === 'projector')!
  process.kill(pid, 'SIGSTOP')
  await setTimeout(1_000)
  process.kill(pid, 'SIGCONT')
}

await told('what an import made is in the list though the read side is behind', async (t) => {
  const page = await open('/suppliers')
  for (const name of ['Første', 'Andre', 'Tredje']) {
    await page.getByRole('button', { name: 'Importer CSV' }).click()
    await dialogOf(page)
      .getByLabel('CSV-fil')
      .setInputFiles({
        name: 'leverandører.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`Navn,Ordre e-post\n${name},a@b.no\n`),
      })
    await dialogOf(page).getByText('Dette vil skje. Ingenting er skrevet ennå.').waitFor()
    const held = holdProjector()
    await dialogOf(page).getByRole('button', { name: 'Importer CSV' }).click()
    await toastOf(page, 'CSV Import Fullført').waitFor()
    await held
    await rowOf(page, name).waitFor({ timeout: 10_000 })
    t.equal(await rowOf(page, name).count(), 1, name)
  }
  t.same(complaints, [])
  await page.context().close()
})

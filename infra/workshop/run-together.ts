import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const files = process.argv.slice(2)
// tap names its folders after all arguments, which would be too long for a file name.
process.argv.splice(3)
const { default: suite, test } = await import('tap')
const { withSharedTeardown } = await import('./after-files.ts')

await withSharedTeardown(async () => {
  for (const file of files) {
    const before = suite.counts.total
    await import(pathToFileURL(resolve(file)).href)
    // Tests run in the order of registration, so this one runs after those of the file.
    await test(`all of ${file}`, async (t) => {
      t.ok(suite.counts.total > before, 'it has tests')
    })
  }
})

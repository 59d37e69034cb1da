import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const files = process.argv.slice(2)
// tap names its folders by all arguments, which are too many for the name of a file.
process.argv.splice(3)
const { default: suite, test } = await import('tap')
const { sharing } = await import('./after-files.ts')

/** Runs test files one after another in this process. What they share is stopped after the last. */
await sharing(async () => {
  for (const file of files) {
    const before = suite.counts.total
    await import(pathToFileURL(resolve(file)).href)
    // Tests run in the order in which they are told: this one when those of the file are done.
    await test(`all of ${file}`, async (t) => {
      t.ok(suite.counts.total > before, 'it has tests')
    })
  }
})

import { refill } from '#projector/kernel/prepare.ts'
import { readSide } from '#projector/projections.ts'
import { progress } from './progress.ts'
import { runTool, withParts } from './with-parts.ts'

/** `npm run rebuild`: fills every read table anew from the log, beside those in use, and swaps. */
await runTool(() =>
  withParts(process.env, async ({ databaseUrl, log, isRunning }) => {
    const began = performance.now()
    const { projections } = readSide(databaseUrl)
    await refill(databaseUrl, projections, {
      log,
      progress: progress('Lesetabellene fylles på nytt'),
    })
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const note = isRunning ? ' Systemet har kjørt hele tiden.' : ''
    console.log(`Lesetabellene er fylt på nytt på ${seconds} s.${note}`)
    return true
  }),
)

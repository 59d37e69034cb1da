import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

// Colours in the middle of a transition may fail the contrast check. Spinners never finish, so skip them.
const waitForTransitions = (page: Page) =>
  page.evaluate(async () => {
    const ends = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Infinity
    await Promise.allSettled(
      document.getAnimations().flatMap((each) => (ends(each) ? [each.finished] : [])),
    )
  })

// Minified: the browser reads it anew for each page.
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const faults = async (page: Page, options: axe.RunOptions): Promise<readonly string[]> => {
  await waitForTransitions(page)
  // Once per page: loading axe takes as long as running it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const { violations } = await page.evaluate(
    (asked) => (window as unknown as { axe: typeof axe }).axe.run(document, asked),
    { ...options, resultTypes: ['violations' as const] },
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

export const seriousFaults = (page: Page) => faults(page, {})

/** By the rules that depend on colours: all others find the same in light and in dark. */
export const darkFaults = async (page: Page) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const found = await faults(page, { runOnly: ['color-contrast', 'link-in-text-block'] })
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

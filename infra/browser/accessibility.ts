import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

// A colour half way through a transition is nobody's choice. Spinners never end, and are not waited for.
const settled = (page: Page) =>
  page.evaluate(async () => {
    const ends = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Infinity
    await Promise.allSettled(
      document.getAnimations().flatMap((each) => (ends(each) ? [each.finished] : [])),
    )
  })

/** Nobody reads of what is well. */
const only: RunOptions = { resultTypes: ['violations'] }

/** What axe finds serious on the page as it stands, told so that one can act on it. */
export const seriousFaults = async (page: Page): Promise<readonly string[]> => {
  await settled(page)
  // Once a page: to send and compile it takes about as long as to run it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (options) => (window as unknown as { axe: typeof axe }).axe.run(document, options),
    only,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

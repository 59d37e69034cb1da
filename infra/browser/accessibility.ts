import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

// Colours in the middle of a transition may fail the contrast check. Spinners never finish, so skip them.
const waitForTransitions = (page: Page) =>
  page.evaluate(async () => {
    const ends = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Infinity
    await Promise.allSettled(
      document.getAnimations().flatMap((each) => (ends(each) ? [each.finished] : [])),
    )
  })

const violationsOnly: RunOptions = { resultTypes: ['violations'] }

export const seriousFaults = async (page: Page): Promise<readonly string[]> => {
  await waitForTransitions(page)
  // Once per page: loading axe takes as long as running it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (options) => (window as unknown as { axe: typeof axe }).axe.run(document, options),
    violationsOnly,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

// A colour half way through a transition is nobody's choice. Spinners never end, and are not waited for.
const settled = (page: Page) =>
  page.evaluate(async () => {
    const ends = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Infinity
    await Promise.allSettled(
      document.getAnimations().flatMap((each) => (ends(each) ? [each.finished] : [])),
    )
  })

/** What axe finds serious on the page as it stands, told so that one can act on it. */
export const seriousFaults = async (page: Page): Promise<readonly string[]> => {
  await settled(page)
  // Our pages have no frames: one run in the page itself does, and nobody reads of what is well.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

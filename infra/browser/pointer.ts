import { setTimeout } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'

/** As long as people hold a button down. Playwright's own click lets go at once. */
const hold = 90

/** Once it stands still: what is still opening would not be where it is pressed. */
const centreOf = async (target: Locator): Promise<{ x: number; y: number }> => {
  await target.hover({ trial: true })
  const box = (await target.boundingBox())!
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
}

/** What happens between the press and the release. */
type Meanwhile = () => Promise<unknown>
const nothing: Meanwhile = () => Promise.resolve()
export type Press = (page: Page, target: Locator, meanwhile?: Meanwhile) => Promise<void>

export const withMouse: Press = async (page, target, meanwhile = nothing) => {
  const { x, y } = await centreOf(target)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await setTimeout(hold)
  await meanwhile()
  await page.mouse.up()
}

/** Needs a context with touch. */
export const withFinger: Press = async (page, target, meanwhile = nothing) => {
  const touchPoints = [await centreOf(target)]
  const browser = await page.context().newCDPSession(page)
  await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await setTimeout(hold)
  await meanwhile()
  await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

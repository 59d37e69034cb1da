import { setTimeout } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'

/** Milliseconds that a person holds a button down. Playwright's own click releases at once. */
const pressDuration = 90

/** `hover` with `trial` waits until the target has stopped moving. */
const centreOf = async (target: Locator): Promise<{ x: number; y: number }> => {
  await target.hover({ trial: true })
  const box = (await target.boundingBox())!
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
}

type Meanwhile = () => Promise<unknown>
const nothing: Meanwhile = () => Promise.resolve()
export type Press = (page: Page, target: Locator, meanwhile?: Meanwhile) => Promise<void>

export const withMouse: Press = async (page, target, meanwhile = nothing) => {
  const { x, y } = await centreOf(target)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await setTimeout(pressDuration)
  await meanwhile()
  await page.mouse.up()
}

/** Needs a browser context with `hasTouch`. */
export const withFinger: Press = async (page, target, meanwhile = nothing) => {
  const touchPoints = [await centreOf(target)]
  const browser = await page.context().newCDPSession(page)
  await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await setTimeout(pressDuration)
  await meanwhile()
  await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

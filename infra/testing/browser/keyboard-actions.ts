import type { Locator } from 'playwright-core'

export const inFocus = (target: Locator) => target.and(target.page().locator(':focus'))

export const go = async (target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  await target.waitFor()
  for (let presses = 0; (await inFocus(target).count()) === 0; presses++) {
    if (presses === 60) throw new Error(`${key} does not lead to ${String(target)}`)
    await target.page().keyboard.press(key)
  }
}
export const press = async (target: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void> => {
  await go(target, key)
  await target.page().keyboard.press('Enter')
}

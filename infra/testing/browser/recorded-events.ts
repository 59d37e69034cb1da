import type { BrowserContext, Page } from 'playwright-core'

declare global {
  // oxlint-disable-next-line no-var -- a property of the page's window
  var recordedEvents: string[] | undefined
}

const recorded = ['pointerdown', 'pointerup', 'click', 'keydown', 'focusin', 'scroll', 'popstate']

/** Keeps the latest events of each page, so that a failed test can say whether a press arrived, and where. */
export const recordEvents = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((types) => {
    const events: string[] = (globalThis.recordedEvents = [])
    const nameOf = (target: EventTarget | null) =>
      target instanceof Element
        ? `${target.tagName} «${(target.getAttribute('aria-label') ?? target.textContent).slice(0, 30)}»`
        : 'page'
    const record = (event: Event) => {
      events.push(`${Math.round(event.timeStamp)} ${event.type} ${nameOf(event.target)}`)
      if (events.length > 40) events.shift()
    }
    for (const type of types) addEventListener(type, record, true)
  }, recorded)

const state = () => ({
  dialogs: [...document.querySelectorAll('[role=dialog]')].map(
    (dialog) =>
      `${dialog.closest('[inert], [aria-hidden=true]') ? 'hidden' : 'shown'} ${(dialog as HTMLElement).innerText}`,
  ),
  focus: document.activeElement?.outerHTML.slice(0, 80),
  events: globalThis.recordedEvents ?? [],
})

const short = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 1_000)

/** What the page shows, has the focus on, and was told last. */
export const describePage = async (page: Page): Promise<string> => {
  const { dialogs, focus, events } = await page.evaluate(state)
  const shown = dialogs.length > 0 ? dialogs : [await page.locator('body').innerText()]
  return [page.url(), ...shown.map(short), `focus: ${focus}`, ...events].join('\n')
}

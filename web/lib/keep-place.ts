/** At the page itself, or at the title of a dialog, which takes the focus where nothing else has it. */
export const isFocusLost = (): boolean =>
  document.activeElement?.matches('body, [data-dialog-head]') ?? false

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]'
const within = (one: Element) => [...one.querySelectorAll<HTMLElement>(focusable)]

const ancestorsOf = (one: Element): readonly Element[] =>
  one.parentElement ? [one.parentElement, ...ancestorsOf(one.parentElement)] : []

/** An item of a list, and where the keyboard goes on once it is gone: at the same place in the next one, or near by. */
const placeOf = (from: Element | null) => {
  const item = from?.closest('li, [role=row], article')
  if (!item) return null
  const place = within(item).findIndex((one) => one === from)
  const neighbours = [item.nextElementSibling, item.previousElementSibling]
  const around = ancestorsOf(item)
  const goOn = () => {
    const neighbour = neighbours.find((one) => one?.isConnected)
    const near = around.filter((one) => one.isConnected).flatMap(within)
    const next = (neighbour && within(neighbour)[place]) ?? near[0]
    next?.focus()
  }
  return { item, goOn }
}

const patience = 10_000

/**
 * Called before something is deleted. Gives what to call once it is: the keyboard does not go with its item, nor
 * with the one that a dialog which closes now gives the focus back to.
 */
export const keepPlace = (): (() => void) => {
  if (!globalThis.document) return () => {}
  let place = placeOf(document.activeElement)
  const follow = ({ target }: FocusEvent) => {
    place = placeOf(target as Element)
  }
  return () => {
    const until = performance.now() + patience
    const watch = new MutationObserver(() => {
      const isGone = place !== null && !place.item.isConnected
      if (!isGone && performance.now() < until) return
      watch.disconnect()
      document.removeEventListener('focusin', follow)
      if (isGone && isFocusLost()) place?.goOn()
    })
    watch.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', follow)
  }
}

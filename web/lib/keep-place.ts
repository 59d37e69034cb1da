/** True if the body has the focus, or the dialog header, which gets it when no other element has it. */
export const isFocusLost = (): boolean =>
  document.activeElement?.matches('body, [data-dialog-head]') ?? false

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]'
const within = (one: Element) => [...one.querySelectorAll<HTMLElement>(focusable)]

const ancestorsOf = (one: Element): readonly Element[] =>
  one.parentElement ? [one.parentElement, ...ancestorsOf(one.parentElement)] : []

/** The focused list item. `moveFocus` focuses the same control of a neighbour, or an element near it. */
const placeOf = (from: Element | null) => {
  const item = from?.closest('li, [role=row], article')
  if (!item) return null
  const place = within(item).findIndex((one) => one === from)
  const neighbours = [item.nextElementSibling, item.previousElementSibling]
  const around = ancestorsOf(item)
  const moveFocus = () => {
    const neighbour = neighbours.find((one) => one?.isConnected)
    const near = around.filter((one) => one.isConnected).flatMap(within)
    const same = from === item ? neighbour : neighbour && within(neighbour)[place]
    const next = same instanceof HTMLElement ? same : near[0]
    next?.focus()
  }
  return { item, moveFocus }
}

const maxWait = 10_000

/** Call it before a deletion and the result afterwards: moves the focus if the focused item has been removed. */
export const keepPlace = (): (() => void) => {
  if (!globalThis.document) return () => {}
  let place = placeOf(document.activeElement)
  const follow = ({ target }: FocusEvent) => {
    place = placeOf(target as Element)
  }
  return () => {
    const until = performance.now() + maxWait
    const watch = new MutationObserver(() => {
      const isGone = place !== null && !place.item.isConnected
      if (!isGone && performance.now() < until) return
      watch.disconnect()
      document.removeEventListener('focusin', follow)
      if (isGone && isFocusLost()) place?.moveFocus()
    })
    watch.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', follow)
  }
}

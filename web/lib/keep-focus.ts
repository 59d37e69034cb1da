export const controls =
  ':is(a[href], button, input, select, textarea, summary, [role=row][tabindex]):not(:disabled)'
const controlsIn = (one: Element) => [...one.querySelectorAll<HTMLElement>(controls)]

/** True if the body has the focus, or the dialog header, which gets it when no other element has it. */
const isFocusLost = (): boolean =>
  document.activeElement?.matches('body, [data-dialog-head]') ?? false

/** Inside the page or the dialog: the focus must not move to another one. */
const ancestorsOf = ({ parentElement: above }: Element): readonly Element[] =>
  !above || above.matches('main, [role=dialog], body') ? [] : [above, ...ancestorsOf(above)]

type Place = { readonly around: Element; readonly at: number }
let focused: HTMLElement | null = null
/** Its index among the controls of each element around it, from the inside out. */
let places: readonly Place[] = []

const note = ({ target }: FocusEvent) => {
  if (!(target instanceof HTMLElement) || isFocusLost()) return
  focused = target
  places = ancestorsOf(target).map((around) => ({ around, at: controlsIn(around).indexOf(target) }))
}

/** Chrome also reports the blur of an element that is being removed or disabled; others were left by the user. */
const forgetIfLeft = ({ target, relatedTarget }: FocusEvent) => {
  if (relatedTarget) focused = null
  setTimeout(() => {
    if (focused === target && focused?.isConnected && !focused.matches(':disabled')) focused = null
  })
}

/** The control that has the place of the removed one now, such as the same button of the next row. */
const successor = (): HTMLElement | undefined => {
  const near = places.find(({ around }) => around.isConnected && around.querySelector(controls))
  const left = near ? controlsIn(near.around) : []
  return left[near?.at ?? 0] ?? left.at(-1)
}

const restore = () => {
  if (!focused || !isFocusLost()) return
  if (!focused.isConnected) successor()?.focus()
  else if (!focused.matches(':disabled')) focused.focus()
}

/** When the focused element is removed, or disabled for a while, the keyboard goes on at the same place. */
export const keepFocus = (): void => {
  addEventListener('focusin', note)
  // First of all: the message that another listener shows is observed before the next element has the focus.
  addEventListener('focusout', forgetIfLeft, true)
  new MutationObserver(restore).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled'],
  })
}

/** On touch screens the click event comes some time after pointerup. */
const clickDelay = 100

let release: (() => void) | null = null
let released = Promise.resolve()
let releaseTimer: ReturnType<typeof setTimeout> | undefined

const begin = ({ button }: PointerEvent) => {
  if (button !== 0) return
  // On a slow machine the timer of the previous press may still be running; it must not end this one.
  clearTimeout(releaseTimer)
  if (!release) released = new Promise((resolve) => (release = resolve))
}
const end = () => {
  clearTimeout(releaseTimer)
  release?.()
  release = null
}
addEventListener('pointerdown', begin, true)
addEventListener('pointerup', () => (releaseTimer = setTimeout(end, clickDelay)), true)
// A click normally ends a press. The others end it if no click follows.
for (const event of ['click', 'pointercancel', 'keydown']) addEventListener(event, end, true)

/**
 * Resolves when no pointer is down. A layout change before that could move the button away, and its click would be
 * lost.
 */
export const pointerReleased = (): Promise<void> => released

const dialogOf = ({ target }: MouseEvent) => (target as Element).closest('[role=dialog]')
let clickedIn: Element | null = null

/** The second click of a double click is not for what came under the pointer because a dialog opened or closed. */
const dropStrayClick = (event: MouseEvent) => {
  if (event.detail > 1 && dialogOf(event) !== clickedIn) {
    event.preventDefault()
    event.stopPropagation()
  } else clickedIn = dialogOf(event)
}
addEventListener('click', dropStrayClick, true)

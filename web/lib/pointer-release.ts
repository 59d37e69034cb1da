/** A finger's click comes a moment after the finger is lifted. */
const clickDelay = 100

let release: (() => void) | null = null
let over = Promise.resolve()

const begin = ({ button }: PointerEvent) => {
  if (button !== 0 || release) return
  over = new Promise((resolve) => (release = resolve))
}
const end = () => {
  release?.()
  release = null
}
addEventListener('pointerdown', begin, true)
addEventListener('pointerup', () => setTimeout(end, clickDelay), true)
// A click is the end of a press; the others come in its place where there is none.
for (const event of ['click', 'pointercancel', 'keydown']) addEventListener(event, end, true)

/**
 * Resolves once nothing is pressed. A press becomes a click only where it is let go on what it began on:
 * what would move that waits until then.
 */
export const pointerReleased = (): Promise<void> => over

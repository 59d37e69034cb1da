/** A finger's click comes a moment after the finger is lifted. */
const clickDelay = 100

let release: (() => void) | null = null
let released = Promise.resolve()
let releaseTimer: ReturnType<typeof setTimeout> | undefined

const begin = ({ button }: PointerEvent) => {
  if (button !== 0) return
  // On a slow machine the end of the press before may still be to come: it is not the end of this one.
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
// A click is the end of a press; the others come in its place where there is none.
for (const event of ['click', 'pointercancel', 'keydown']) addEventListener(event, end, true)

/**
 * Resolves once nothing is pressed. A press becomes a click only where it is let go on what it began on:
 * what would move that waits until then.
 */
export const pointerReleased = (): Promise<void> => released

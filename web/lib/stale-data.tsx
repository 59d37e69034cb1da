import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { createPortal } from 'react-dom'
import { staleHeader } from '#contracts/answers.ts'
import { measured } from './measured.ts'
import { refreshHere } from './refresh.ts'

const store = getDefaultStore()
const isStale = atom(false)
const pollInterval = 1000

let staleAnswers = 0

/** Polls until no answer is stale any more. */
const pollUntilFresh = async () => {
  let before: number
  do {
    await new Promise((resolve) => {
      setTimeout(resolve, pollInterval)
    })
    before = staleAnswers
    await refreshHere()
  } while (staleAnswers > before)
  store.set(isStale, false)
}

/** The server marks answers that do not include this user's last save yet. */
export const noteStaleAnswer = ({ headers }: Response): void => {
  if (headers.get(staleHeader) !== 'true') return
  staleAnswers++
  if (store.get(isStale)) return
  store.set(isStale, true)
  void pollUntilFresh()
}

const measure = measured('--notice')

/** Beside the toast, or above an open dialog. */
export const StaleDataNotice = () =>
  createPortal(
    <output
      ref={measure}
      className="pointer-events-none fixed inset-x-0 bottom-[var(--toast,0px)] z-50 over-dialog:top-[var(--toast,0px)] over-dialog:bottom-auto"
    >
      {useAtomValue(isStale) && (
        <p className="mx-auto my-4 w-max max-w-[calc(100vw-2rem)] rounded-md border border-line bg-warning-soft px-4 py-2 text-warning shadow-floating">
          Viser eldre data. Det siste som er lagret, er ikke med ennå.
        </p>
      )}
    </output>,
    document.getElementById('toasts') ?? document.body,
  )

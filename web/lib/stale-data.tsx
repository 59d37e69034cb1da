import { atom, createStore, useAtomValue } from 'jotai'
import { createPortal } from 'react-dom'
import { staleHeader } from '#contracts/answers.ts'
import { refresh } from './refresh.ts'

const store = createStore()
const isOlder = atom(false)
const askAgainAfter = 1000

let olderAnswers = 0

/** Until no answer is older than what has been saved. */
const askAgain = async () => {
  let before: number
  do {
    await new Promise((resolve) => {
      setTimeout(resolve, askAgainAfter)
    })
    before = olderAnswers
    await refresh('/api')
  } while (olderAnswers > before)
  store.set(isOlder, false)
}

/** Looks at what the server says of every answer: whether it lacks what was saved before. */
export const noteStaleAnswer = ({ headers }: Response): void => {
  if (headers.get(staleHeader) !== 'true') return
  olderAnswers++
  if (store.get(isOlder)) return
  store.set(isOlder, true)
  void askAgain()
}

export const StaleDataNotice = () =>
  createPortal(
    <output>
      {useAtomValue(isOlder, { store }) && (
        <p className="fixed bottom-4 left-1/2 z-50 w-max max-w-[calc(100vw-2rem)] -translate-x-1/2 rounded-md border border-line bg-warning-soft px-4 py-2 text-warning shadow-floating">
          Viser eldre data. Det siste som er lagret, er ikke med ennå.
        </p>
      )}
    </output>,
    document.getElementById('toasts') ?? document.body,
  )

import { useEffect, useRef } from 'react'
import { Button } from '../lib/button.tsx'
import { dateTime } from '../lib/format.ts'
import { focusFirst } from './use-autofocus.ts'

type Props = { at: string; text?: string | undefined; onFetch: () => void; onDiscard: () => void }

/** The form goes on at its first field when the button that was pressed is gone. */
const useFocusOn = () => {
  const notice = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    const dialog = notice.current!.closest<HTMLElement>('[role=dialog]')
    return () => {
      setTimeout(() => {
        if (document.activeElement === document.body) focusFirst(dialog)
      })
    }
  }, [])
  return notice
}

/** Offers what was typed before the tab crashed. */
export const DraftNotice = ({ at, text, onFetch, onDiscard }: Props) => (
  <output
    ref={useFocusOn()}
    className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-accent-soft px-3 py-2"
  >
    <span className="min-w-0 flex-1 basis-56">
      Du har et utkast fra {dateTime(at)}
      {text ? `: «${text}»` : '.'}
    </span>
    <span className="flex gap-2">
      <Button small onClick={onFetch}>
        Hent det
      </Button>
      <Button small look="ghost" onClick={onDiscard}>
        Forkast
      </Button>
    </span>
  </output>
)

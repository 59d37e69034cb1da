import { useEffect, useState } from 'react'
import type { ViewKind } from './use-list-state.ts'
import { gridColumns } from './grid-columns.ts'

/** After this time users start to wonder whether it still works. */
const usualWait = 3_000

const useIsSlow = (): boolean => {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), usualWait)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}

const bars = Array.from({ length: 12 }, (_, index) => index)
const widths = ['w-2/5', 'w-1/4', 'w-1/3']

type Props = { view: ViewKind; text?: string | undefined }

/** Has the size of the list, so that nothing moves when it is loaded. */
export const ListSkeleton = ({ view, text = 'Laster inn data...' }: Props) => {
  const notice = useIsSlow() ? `${text} Dette tar lengre tid enn vanlig.` : text
  return (
    <output aria-live="polite" className="block min-h-0 overflow-hidden">
      {view === 'list' ? (
        <div className="panel overflow-hidden">
          <p className="flex h-10 items-center border-b border-line bg-sunken px-3 text-sm text-muted">
            {notice}
          </p>
          {bars.map((bar) => (
            <div
              key={bar}
              className="flex h-11 items-center gap-8 border-b border-line px-3 last:border-b-0"
            >
              {widths.map((width, index) => (
                <span
                  key={width}
                  className={`h-3 animate-pulse rounded-sm bg-line ${widths[(index + bar) % 3]}`}
                />
              ))}
            </div>
          ))}
        </div>
      ) : (
        <>
          <p className="mb-3 text-sm text-muted">{notice}</p>
          <div className={`grid gap-3 ${gridColumns[4]}`}>
            {bars.slice(0, 8).map((bar) => (
              <div key={bar} className="panel h-40 animate-pulse" />
            ))}
          </div>
        </>
      )}
    </output>
  )
}

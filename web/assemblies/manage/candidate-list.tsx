/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a <select> cannot show badges and reasons, and cannot be virtual */
import { useVirtualizer } from '@tanstack/react-virtual'
import { Ban, Check } from 'lucide-react'
import { useId, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import { Badge } from '../../lib/badge.tsx'
import { rowAfter } from '../../lib/list/use-grid-keys.ts'
import type { Candidate } from '../shared/candidates.ts'
import { TitleLine } from '../shared/title-line.tsx'

type Props = {
  label: string
  candidates: readonly Candidate[]
  isPicked: (id: number) => boolean
  onPick: (candidates: readonly Candidate[], isPicked: boolean) => void
  list: RefObject<HTMLDivElement | null>
}

const Mark = ({ checked, isCycle }: { checked: boolean; isCycle: boolean }) =>
  isCycle ? (
    <Ban className="mt-0.5 size-4 shrink-0 text-warning" />
  ) : (
    <span
      aria-hidden
      className={`mt-0.5 grid size-4 shrink-0 place-items-center rounded-sm border ${checked ? 'border-accent bg-accent text-on-accent' : 'border-line-strong'}`}
    >
      {checked && <Check className="size-3" />}
    </span>
  )

const Content = ({ title, badges, circle }: Candidate) => (
  <div className="min-w-0 flex-1">
    <TitleLine title={title}>
      {badges.map((text) => (
        <Badge key={text}>{text}</Badge>
      ))}
    </TitleLine>
    {circle && <p className="text-sm text-warning">Ville gitt en sirkel: {circle}</p>}
  </div>
)

type Options = {
  scroller: RefObject<HTMLDivElement | null>
  count: number
  /** With Shift, toggles all options from `from` to `index`. */
  onToggle: (index: number, from: number) => void
}

/** A multi-select listbox: the focus stays on the list, and arrow keys move the active option. */
const useListbox = ({ scroller, count, onToggle }: Options) => {
  const id = useId()
  const [chosen, setActive] = useState(0)
  const active = Math.min(chosen, count - 1)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => 41,
    overscan: 10,
    // Renders some options before the first measurement.
    initialRect: { width: 600, height: 400 },
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const to = rowAfter(event.key, active, count, 8)
    const isToggle = event.key === ' ' || event.key === 'Enter'
    if (count === 0 || (to === undefined && !isToggle)) return
    event.preventDefault()
    if (to === undefined) return onToggle(active, active)
    if (event.shiftKey) onToggle(to, active)
    setActive(to)
    virtual.scrollToIndex(to)
  }

  const onClick = (index: number, { shiftKey }: MouseEvent) => {
    setActive(index)
    onToggle(index, shiftKey ? active : index)
  }
  const optionId = (index: number) => `${id}-${index}`
  return { virtual, active, onClick, onKeyDown, optionId }
}

/** A candidate that would make a cycle is shown with the reason, but cannot be picked. */
export const CandidateList = ({ label, candidates, isPicked, onPick, list }: Props) => {
  const { virtual, active, onClick, onKeyDown, optionId } = useListbox({
    scroller: list,
    count: candidates.length,
    onToggle: (index, from) => {
      const some = candidates.slice(Math.min(index, from), Math.max(index, from) + 1)
      onPick(some, some.length > 1 || !isPicked(candidates[index]!.record.id))
    },
  })
  return (
    <div
      ref={list}
      role="listbox"
      aria-label={label}
      aria-multiselectable
      aria-activedescendant={candidates.length > 0 ? optionId(active) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="group min-h-0 flex-1 overflow-y-auto low:h-[60dvh] low:flex-none rounded-md border border-line -outline-offset-1"
    >
      <div className="relative" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const candidate = candidates[index]!
          const checked = isPicked(candidate.record.id)
          const isCycle = candidate.circle !== undefined
          return (
            // Keys are handled by the list, which has the focus; an option handles clicks only.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={candidate.record.id}
              ref={virtual.measureElement}
              data-index={index}
              id={optionId(index)}
              role="option"
              aria-selected={checked}
              aria-disabled={isCycle}
              aria-setsize={candidates.length}
              aria-posinset={index + 1}
              onClick={(event) => onClick(index, event)}
              className={`absolute inset-x-0 top-0 flex items-start gap-3 border-b border-line px-3 py-2.5 ${isCycle ? 'cursor-not-allowed opacity-80' : 'cursor-pointer select-none hover:bg-hover'} ${checked ? 'bg-accent-soft' : ''} ${index === active ? 'group-focus-visible:bg-hover group-focus-visible:ring-2 group-focus-visible:ring-accent group-focus-visible:ring-inset' : ''}`}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Mark checked={checked} isCycle={isCycle} />
              <Content {...candidate} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

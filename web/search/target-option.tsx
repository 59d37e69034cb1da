import { ComboboxOption } from '@headlessui/react'
import { CornerDownLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { pageAsOf } from '../lib/as-of.ts'
import { HighlightWords, Highlight } from '../lib/highlight.tsx'
import type { Target } from '../lib/recent.ts'

const opensNewTab = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => ctrlKey || metaKey || shiftKey

/** An old one answers an earlier search, and Enter must not open it. */
export type OfferedTarget = Target & { readonly isOld?: boolean }

/** The combobox follows the link; the browser handles clicks that open a new tab. */
export const TargetOption = ({ target }: { target: OfferedTarget }) => (
  <ComboboxOption
    as="a"
    href={pageAsOf(target.href)}
    value={target}
    disabled={target.isOld === true}
    onMouseDown={(event: MouseEvent) => opensNewTab(event) && event.preventDefault()}
    onClick={(event: MouseEvent) => !opensNewTab(event) && event.preventDefault()}
    className="group flex min-h-11 items-center gap-3 rounded-md px-3 py-1.5 transition-opacity data-disabled:opacity-50 data-disabled:delay-300 data-focus:bg-hover"
  >
    <HighlightWords words={target.marks ?? []}>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          <Highlight text={target.title} />
        </span>
        <span className="block truncate text-sm text-muted">
          <Highlight text={target.detail} />
        </span>
      </span>
    </HighlightWords>
    <CornerDownLeft
      aria-hidden
      className="invisible size-4 shrink-0 text-faint group-data-focus:visible"
    />
  </ComboboxOption>
)

import { Search } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { useWindowEvent } from '../lib/use-window-event.ts'

const Palette = lazyDialog(async () => (await import('./palette.tsx')).Palette)

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Ctrl+K everywhere, or / outside text fields. */
const isPaletteKey = (event: KeyboardEvent): boolean => {
  const { key, ctrlKey, metaKey, altKey } = event
  if (key.toLowerCase() === 'k') return (ctrlKey || metaKey) && !altKey
  return key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping(event)
}

export const usePalette = () => {
  const [isOpen, setOpen] = useState(false)
  useWindowEvent('keydown', (event) => {
    // Preload when Ctrl is pressed, so that the first letter typed is not lost.
    if (event.key === 'Control' || event.key === 'Meta') Palette.preload()
    if (!isPaletteKey(event)) return
    event.preventDefault()
    setOpen(true)
  })
  return {
    open: () => setOpen(true),
    palette: isOpen && <Palette onClose={() => setOpen(false)} />,
  }
}

export const SearchButton = ({ onClick }: { onClick: () => void }) => (
  <button
    type="button"
    aria-keyshortcuts="Control+K /"
    className="mx-2 flex h-9 shrink-0 items-center gap-3 overflow-hidden rounded-md px-3 whitespace-nowrap text-muted ring-1 ring-line ring-inset hover:bg-hover hover:text-ink"
    onClick={onClick}
    onMouseEnter={Palette.preload}
    onFocus={Palette.preload}
  >
    <Search aria-hidden className="size-4.5 shrink-0" />
    <span className="group-data-[expanded=false]/side:sr-only">Søk i alt</span>
    <kbd aria-hidden className="ml-auto text-xs group-data-[expanded=false]/side:hidden">
      Ctrl K
    </kbd>
  </button>
)

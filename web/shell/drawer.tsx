import { Menu, Search } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../lib/button.tsx'
import { useWindowEvent } from '../lib/use-window-event.ts'

export const useDrawer = () => {
  const [isOpen, setOpen] = useState(false)
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && setOpen(false), isOpen)
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}
export type Drawer = ReturnType<typeof useDrawer>

export const TopBar = ({ drawer, onSearch }: { drawer: Drawer; onSearch: () => void }) => (
  <>
    <header className="sticky top-0 z-20 flex h-14 items-center gap-3 border-b border-line bg-surface px-3 md:hidden print:hidden">
      <IconButton label="Åpne menyen" icon={<Menu />} onClick={drawer.open} />
      <span className="flex-1 font-semibold">Stykkliste</span>
      <IconButton label="Søk i alt" icon={<Search />} onClick={onSearch} />
    </header>
    {drawer.isOpen && (
      <div aria-hidden className="fixed inset-0 z-20 bg-scrim md:hidden" onClick={drawer.close} />
    )}
  </>
)

import { Menu, PanelLeftClose, PanelLeftOpen, ScrollText, Search, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useRoute } from 'wouter'
import { IconButton } from '../lib/button.tsx'
import { Logo } from '../lib/logo.tsx'
import { SearchButton, usePalette } from '../search/search-button.tsx'
import { useMay } from '../session/session.ts'
import { pages, preload } from './pages.ts'
import { AsOfButton } from './as-of.tsx'
import { LineLabel, lineLook, type LineProps } from './sidebar-line.tsx'
import { UserMenu } from './user-menu.tsx'

type LinkProps = LineProps & {
  href: string
  /** Where it is the current page. */
  pattern?: string
  onGo: () => void
  onNear?: () => void
}

const NavLink = ({ href, pattern = href, onGo, onNear, ...line }: LinkProps) => {
  const [active] = useRoute(pattern)
  return (
    <Link
      href={href}
      aria-current={active ? 'page' : undefined}
      className={`${lineLook} aria-[current]:bg-accent-soft aria-[current]:text-accent-strong`}
      onClick={onGo}
      onMouseEnter={onNear}
      onFocus={onNear}
    >
      <LineLabel {...line} />
    </Link>
  )
}

/** On small screens a bar at the top, with the same entries in a drawer. */
const useDrawer = () => {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!open) return undefined
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false)
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [open])
  return { isOpen: open, open: () => setOpen(true), close: () => setOpen(false) }
}
type Drawer = ReturnType<typeof useDrawer>

const TopBar = ({ drawer, onSearch }: { drawer: Drawer; onSearch: () => void }) => (
  <>
    <header className="sticky top-0 z-20 flex h-14 items-center gap-3 border-b border-line bg-surface px-3 md:hidden">
      <IconButton label="Åpne menyen" icon={<Menu />} onClick={drawer.open} />
      <span className="flex-1 font-semibold">Stykkliste</span>
      <IconButton label="Søk i alt" icon={<Search />} onClick={onSearch} />
    </header>
    {drawer.isOpen && (
      <div aria-hidden className="fixed inset-0 z-20 bg-scrim md:hidden" onClick={drawer.close} />
    )}
  </>
)

const Head = ({ wide, drawer }: { wide: boolean; drawer: Drawer }) => (
  <div className="flex h-16 shrink-0 items-center gap-2.5 overflow-hidden px-4">
    <Logo />
    <div className={`min-w-0 whitespace-nowrap ${wide ? '' : 'sr-only'}`}>
      <p className="leading-tight font-semibold">Stykkliste</p>
      <p className="text-xs text-muted">Stykkliste-system</p>
    </div>
    {drawer.isOpen && (
      <IconButton
        label="Lukk menyen"
        icon={<X />}
        className="ml-auto md:hidden"
        onClick={drawer.close}
      />
    )}
  </div>
)

type PartProps = { wide: boolean; onGo: () => void }

const MainMenu = ({ wide, onGo }: PartProps) => (
  <nav
    aria-label="Hovedmeny"
    className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto px-2 py-2 low:flex-none low:overflow-visible"
  >
    <ul className="flex flex-col gap-0.5 font-medium">
      {pages.map((page) => {
        const { path, pattern, menu } = page
        return (
          menu && (
            <li key={path}>
              <NavLink
                {...menu}
                href={path}
                pattern={pattern}
                wide={wide}
                onGo={onGo}
                onNear={() => preload(page)}
              />
            </li>
          )
        )
      })}
    </ul>
  </nav>
)

type FootProps = PartProps & Pick<Props, 'expanded' | 'onToggle'>

const Foot = ({ wide, onGo, expanded, onToggle }: FootProps) => (
  <div className="flex flex-col gap-1 border-t border-line p-2">
    <AsOfButton wide={wide} />
    {useMay('audit') && (
      <NavLink href="/revisjon" Icon={ScrollText} label="Revisjon" wide={wide} onGo={onGo} />
    )}
    <UserMenu wide={wide} />
    <button
      type="button"
      aria-expanded={expanded}
      className={`${lineLook} max-md:hidden`}
      onClick={onToggle}
    >
      <LineLabel
        Icon={expanded ? PanelLeftClose : PanelLeftOpen}
        label={expanded ? 'Skjul sidemenyen' : 'Fest sidemenyen'}
        wide={wide}
      />
    </button>
  </div>
)

type Props = {
  /** The toggle: expanded also without the pointer over it. */
  expanded: boolean
  /** The pointer is over it. */
  hovered: boolean
  onHover: (hovered: boolean) => void
  onToggle: () => void
}

export const Sidebar = ({ expanded, hovered, onHover, onToggle }: Props) => {
  const drawer = useDrawer()
  const search = usePalette()
  const wide = expanded || hovered || drawer.isOpen
  const part = { wide, onGo: drawer.close }
  const onSearch = () => {
    drawer.close()
    search.open()
  }
  return (
    <>
      <TopBar drawer={drawer} onSearch={onSearch} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only widens; the toggle is for everyone */}
      <aside
        data-expanded={wide}
        className={`fixed inset-y-0 left-0 z-20 flex flex-col low:overflow-y-auto border-r border-line bg-surface transition-[width] duration-150 max-md:w-64 ${drawer.isOpen ? '' : 'max-md:hidden'} ${wide ? 'md:w-64' : 'md:w-16'}`}
        onMouseEnter={() => onHover(true)}
        onMouseLeave={() => onHover(false)}
      >
        <Head wide={wide} drawer={drawer} />
        <SearchButton wide={wide} onClick={onSearch} />
        <MainMenu {...part} />
        <Foot {...part} expanded={expanded} onToggle={onToggle} />
      </aside>
      {search.palette}
    </>
  )
}

import { PanelLeftClose, PanelLeftOpen, ScrollText, X } from 'lucide-react'
import { useState } from 'react'
import { Link, useRoute } from 'wouter'
import { IconButton } from '../lib/button.tsx'
import { Logo } from '../lib/logo.tsx'
import { readText, writeText } from '../lib/stored.ts'
import { SearchButton, usePalette } from '../search/search-button.tsx'
import { useMay } from '../session/session.ts'
import { AsOfButton } from './as-of.tsx'
import { TopBar, useDrawer, type Drawer } from './drawer.tsx'
import { pages } from './pages.ts'
import { LineLabel, lineLook, narrow, type LineProps } from './sidebar-line.tsx'
import { UserMenu } from './user-menu.tsx'

type LinkProps = LineProps & {
  href: string
  /** The route for which the link is current. */
  pattern?: string
  onGo: () => void
  /** The pointer or the focus is on the link. */
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
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      <LineLabel {...line} />
    </Link>
  )
}

const Head = ({ drawer }: { drawer: Drawer }) => (
  <div className="flex h-16 shrink-0 items-center gap-2.5 overflow-hidden px-4">
    <Logo />
    <div className={`min-w-0 whitespace-nowrap ${narrow}`}>
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

const MainMenu = ({ onGo }: { onGo: () => void }) => (
  <nav
    aria-label="Hovedmeny"
    className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto px-2 py-2 low:flex-none low:overflow-visible"
  >
    <ul className="flex flex-col gap-0.5 font-medium">
      {pages.map(
        ({ path, pattern, menu, load }) =>
          menu && (
            <li key={path}>
              <NavLink
                {...menu}
                href={path}
                pattern={pattern}
                onGo={onGo}
                onNear={() => void load().catch(console.warn)}
              />
            </li>
          ),
      )}
    </ul>
  </nav>
)

const key = 'stykkliste.sidemeny'
/** In pixels: narrower windows start with the sidebar collapsed. */
const wideWindow = 1024

const usePinned = () => {
  const [isPinned, setPinned] = useState(() => {
    const chosen = readText(key)
    return chosen === null ? innerWidth >= wideWindow : chosen !== 'collapsed'
  })
  const toggle = () => {
    writeText(key, isPinned ? 'collapsed' : 'expanded')
    setPinned(!isPinned)
  }
  return [isPinned, toggle] as const
}

const Pin = ({ isPinned, onToggle }: { isPinned: boolean; onToggle: () => void }) => (
  <button
    type="button"
    aria-expanded={isPinned}
    className={`${lineLook} max-md:hidden`}
    onClick={onToggle}
  >
    <LineLabel
      Icon={isPinned ? PanelLeftClose : PanelLeftOpen}
      label={isPinned ? 'Skjul sidemenyen' : 'Fest sidemenyen'}
    />
  </button>
)

/** 256 px when pinned open or hovered, otherwise 64 px. The page beside it follows `data-expanded`. */
export const Sidebar = () => {
  const [isPinned, toggle] = usePinned()
  const [isHovered, setHovered] = useState(false)
  const drawer = useDrawer()
  const search = usePalette()
  const wide = isPinned || isHovered || drawer.isOpen
  const onSearch = () => {
    drawer.close()
    search.open()
  }
  return (
    <>
      <TopBar drawer={drawer} onSearch={onSearch} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hover only widens the sidebar; keyboard users have the toggle */}
      <aside
        data-expanded={wide}
        className={`group/side peer/side print:hidden fixed inset-y-0 left-0 z-20 flex flex-col low:overflow-y-auto border-r border-line bg-surface transition-[width] duration-150 max-md:w-64 ${drawer.isOpen ? '' : 'max-md:hidden'} ${wide ? 'md:w-64' : 'md:w-16'}`}
        onMouseEnter={() => setHovered(true)}
        onMouseLeave={() => setHovered(false)}
      >
        <Head drawer={drawer} />
        <SearchButton onClick={onSearch} />
        <MainMenu onGo={drawer.close} />
        <div className="flex flex-col gap-1 border-t border-line p-2">
          <AsOfButton />
          {useMay('audit') && (
            <NavLink href="/revisjon" Icon={ScrollText} label="Revisjon" onGo={drawer.close} />
          )}
          <UserMenu wide={wide} />
          <Pin isPinned={isPinned} onToggle={toggle} />
        </div>
      </aside>
      {search.palette}
    </>
  )
}

import { Menu, PanelLeftClose, PanelLeftOpen, Search, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useRoute } from 'wouter'
import { IconButton } from '../lib/button.tsx'
import { Logo } from '../lib/logo.tsx'
import { SearchButton, usePalette } from '../search/search-button.tsx'
import { pages, preload } from './pages.ts'
import { AsOfButton } from './as-of.tsx'
import { AuditLink } from './audit-link.tsx'
import { UserMenu } from './user-menu.tsx'

type Props = {
  /** The toggle: expanded also without the pointer over it. */
  expanded: boolean
  /** The pointer is over it. */
  hovered: boolean
  onHover: (hovered: boolean) => void
  onToggle: () => void
}

type NavLinkProps = { page: (typeof pages)[number]; wide: boolean; onGo: () => void }

const NavLink = ({ page, wide, onGo }: NavLinkProps) => {
  const { path, pattern, menu } = page
  const [active] = useRoute(pattern)
  if (menu === null) return null
  return (
    <li>
      <Link
        href={path}
        aria-current={active ? 'page' : undefined}
        className={`flex h-9 items-center gap-3 overflow-hidden rounded-md px-3 font-medium whitespace-nowrap transition-colors ${active ? 'bg-accent-soft text-accent-strong' : 'text-muted hover:bg-hover hover:text-ink'}`}
        onClick={onGo}
        onMouseEnter={() => preload(page)}
        onFocus={() => preload(page)}
      >
        <menu.Icon aria-hidden className="size-4.5 shrink-0" />
        <span className={wide ? '' : 'sr-only'}>{menu.label}</span>
      </Link>
    </li>
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
  return { open, setOpen }
}

export const Sidebar = ({ expanded, hovered, onHover, onToggle }: Props) => {
  const { open, setOpen } = useDrawer()
  const search = usePalette()
  const wide = expanded || hovered || open
  return (
    <>
      <header className="sticky top-0 z-20 flex h-14 items-center gap-3 border-b border-line bg-surface px-3 md:hidden">
        <IconButton label="Åpne menyen" icon={<Menu />} onClick={() => setOpen(true)} />
        <span className="flex-1 font-semibold">Stykkliste</span>
        <IconButton label="Søk i alt" icon={<Search />} onClick={search.open} />
      </header>
      {open && (
        <div
          aria-hidden
          className="fixed inset-0 z-20 bg-scrim md:hidden"
          onClick={() => setOpen(false)}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only widens; the toggle is for everyone */}
      <aside
        data-expanded={wide}
        className={`fixed inset-y-0 left-0 z-20 flex flex-col low:overflow-y-auto border-r border-line bg-surface transition-[width] duration-150 max-md:w-64 ${open ? '' : 'max-md:hidden'} ${wide ? 'md:w-64' : 'md:w-16'}`}
        onMouseEnter={() => onHover(true)}
        onMouseLeave={() => onHover(false)}
      >
        <div className="flex h-16 shrink-0 items-center gap-2.5 overflow-hidden px-4">
          <Logo />
          <div className={`min-w-0 whitespace-nowrap ${wide ? '' : 'sr-only'}`}>
            <p className="leading-tight font-semibold">Stykkliste</p>
            <p className="text-xs text-muted">Stykkliste-system</p>
          </div>
          {open && (
            <IconButton
              label="Lukk menyen"
              icon={<X />}
              className="ml-auto md:hidden"
              onClick={() => setOpen(false)}
            />
          )}
        </div>
        <SearchButton
          wide={wide}
          onClick={() => {
            setOpen(false)
            search.open()
          }}
        />
        <nav
          aria-label="Hovedmeny"
          className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto px-2 py-2 low:flex-none low:overflow-visible"
        >
          <ul className="flex flex-col gap-0.5">
            {pages.map((page) => (
              <NavLink key={page.path} page={page} wide={wide} onGo={() => setOpen(false)} />
            ))}
          </ul>
        </nav>
        <div className="flex flex-col gap-1 border-t border-line p-2">
          <AsOfButton wide={wide} />
          <AuditLink wide={wide} onGo={() => setOpen(false)} />
          <UserMenu wide={wide} />
          <button
            type="button"
            aria-expanded={expanded}
            className="hidden h-9 items-center gap-3 overflow-hidden rounded-md px-3 whitespace-nowrap text-muted hover:bg-hover hover:text-ink md:flex"
            onClick={onToggle}
          >
            {expanded ? (
              <PanelLeftClose className="size-4.5 shrink-0" />
            ) : (
              <PanelLeftOpen className="size-4.5 shrink-0" />
            )}
            <span className={wide ? '' : 'sr-only'}>
              {expanded ? 'Skjul sidemenyen' : 'Fest sidemenyen'}
            </span>
          </button>
        </div>
      </aside>
      {search.palette}
    </>
  )
}

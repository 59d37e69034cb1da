import { CircleUser, ListChecks, LogOut, Moon, Settings, Sun, SunMoon, Users } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { roles } from '#contracts/access.ts'
import { attempt } from '../lib/attempt.ts'
import { useWindowEvent } from '../lib/use-window-event.ts'
import { logOut, usePermissions, useUser } from '../session/session.ts'
import { mayOpen, pages } from './pages.ts'
import { narrow } from './sidebar-line.tsx'
import { chooseTheme, storedTheme, type Theme } from './theme.ts'

const themes: readonly { theme: Theme; label: string; icon: ReactNode }[] = [
  { theme: 'light', label: 'Lyst', icon: <Sun /> },
  { theme: 'dark', label: 'Mørkt', icon: <Moon /> },
  { theme: 'system', label: 'Som systemet', icon: <SunMoon /> },
]

const item =
  'flex h-9 w-full items-center gap-3 rounded-md px-3 text-left text-muted hover:bg-hover hover:text-ink [&_svg]:size-4'

const ThemeChoice = () => {
  const [theme, setTheme] = useState(storedTheme)
  const choose = (chosen: Theme) => {
    chooseTheme(chosen)
    setTheme(chosen)
  }
  return (
    <fieldset aria-label="Tema" className="flex gap-1 px-2 py-1">
      {themes.map(({ theme: other, label, icon }) => (
        <button
          key={other}
          type="button"
          aria-label={label}
          aria-pressed={theme === other}
          title={label}
          className="grid h-8 flex-1 place-items-center rounded-md text-muted hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent-strong [&_svg]:size-4"
          onClick={() => choose(other)}
        >
          {icon}
        </button>
      ))}
    </fieldset>
  )
}

const links = [
  { href: '/konto', label: 'Min konto', Icon: Settings },
  { href: '/brukere', label: 'Brukere', Icon: Users },
  { href: '/sikkerhetslogg', label: 'Sikkerhetslogg', Icon: ListChecks },
]

const Choices = ({ onGo }: { onGo: () => void }) => {
  const may = usePermissions()
  const mayGo = (href: string) => pages.some((page) => page.path === href && mayOpen(page, may))
  return (
    <ul className="mt-1 flex flex-col border-t border-line pt-1 whitespace-nowrap">
      <li>
        <ThemeChoice />
      </li>
      {links
        .filter(({ href }) => mayGo(href))
        .map(({ href, label, Icon }) => (
          <li key={href}>
            <Link href={href} className={item} onClick={onGo}>
              <Icon /> {label}
            </Link>
          </li>
        ))}
      <li>
        <button
          type="button"
          className={item}
          onClick={() => void attempt(logOut, 'Kunne ikke logge ut')}
        >
          <LogOut /> Logg ut
        </button>
      </li>
    </ul>
  )
}

export const UserMenu = ({ wide }: { wide: boolean }) => {
  const user = useUser()
  const details = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => details.current?.removeAttribute('open')
  useEffect(() => {
    if (!wide) close()
  }, [wide])
  // On the window: Safari does not focus what is pressed.
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && close(), open)
  if (!user) return null
  return (
    <details
      ref={details}
      className="group/user"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-11 list-none items-center gap-3 overflow-hidden rounded-md px-3 whitespace-nowrap hover:bg-hover [&::-webkit-details-marker]:hidden">
        <CircleUser className="size-4.5 shrink-0 text-muted" />
        <span className={`min-w-0 text-sm ${narrow}`}>
          <span className="block truncate font-medium">{user.name}</span>
          <span className="block truncate text-xs text-muted">{roles[user.role].label}</span>
        </span>
      </summary>
      {open && <Choices onGo={close} />}
    </details>
  )
}

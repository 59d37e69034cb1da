import { useState, type ReactNode } from 'react'
import { Sidebar } from './sidebar.tsx'

const key = 'stykkliste.sidemeny'

/** The fixed sidebar, and the page beside it: 256 px when pinned open or under the pointer, else 64. */
export const Shell = ({ children }: { children: ReactNode }) => {
  const [expanded, setExpanded] = useState(() => localStorage.getItem(key) !== 'collapsed')
  const [hovered, setHovered] = useState(false)
  const toggle = () => {
    localStorage.setItem(key, expanded ? 'collapsed' : 'expanded')
    setExpanded(!expanded)
  }
  return (
    <>
      <a
        href="#innhold"
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Hopp til innholdet
      </a>
      <Sidebar expanded={expanded} hovered={hovered} onHover={setHovered} onToggle={toggle} />
      <main
        id="innhold"
        tabIndex={-1}
        className={`min-w-0 outline-none transition-[margin] duration-150 ${expanded || hovered ? 'md:ml-64' : 'md:ml-16'}`}
      >
        {children}
      </main>
    </>
  )
}

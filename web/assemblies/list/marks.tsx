import { ShoppingCart, X } from 'lucide-react'
import { createContext, useContext, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { mostAssemblies } from '#contracts/purchasing/asked.ts'
import { Button, ButtonLink } from '../../lib/button.tsx'
import { count } from '../../lib/format.ts'
import { purchasingPath } from '../shared/api.ts'
import type { Assembly } from '../shared/assembly.ts'

const Marks = createContext<{
  readonly marked: ReadonlySet<number>
  readonly toggle: (id: number) => void
}>({ marked: new Set(), toggle: () => undefined })

export const MarkBox = ({ assembly: { id, name } }: { assembly: Assembly }) => {
  const { marked, toggle } = useContext(Marks)
  return (
    <label className="grid size-8 shrink-0 cursor-pointer place-items-center max-sm:size-11">
      <input
        type="checkbox"
        aria-label={`Merk ${name}`}
        className="size-4 accent-accent"
        checked={marked.has(id)}
        onChange={() => toggle(id)}
      />
    </label>
  )
}

type BarProps = { marked: ReadonlySet<number>; onClear: () => void }

const MarkedBar = ({ marked, onClear }: BarProps) => (
  <div className="sticky bottom-3 z-10 flex flex-wrap items-center gap-2 self-center rounded-lg bg-surface px-4 py-2 shadow-floating">
    <output className="tabular-nums">{count(marked.size)} merket</output>
    {marked.size > mostAssemblies ? (
      <span className="text-sm text-warning">
        En innkjøpsliste kan ha høyst {mostAssemblies} sammenstillinger
      </span>
    ) : (
      <Link href={purchasingPath([...marked])} asChild>
        <ButtonLink icon={<ShoppingCart />}>Innkjøpsliste</ButtonLink>
      </Link>
    )}
    <Button look="ghost" icon={<X />} onClick={onClear}>
      Fjern merking
    </Button>
  </div>
)

/** A list whose assemblies can be marked, and what can be done with those that are. */
export const MarkedAssemblies = ({ children }: { children: ReactNode }) => {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  const toggle = (id: number) => {
    const changed = new Set(marked)
    if (!changed.delete(id)) changed.add(id)
    setMarked(changed)
  }
  return (
    <Marks value={{ marked, toggle }}>
      {children}
      {marked.size > 0 && <MarkedBar marked={marked} onClear={() => setMarked(new Set())} />}
    </Marks>
  )
}

import type { ReactNode } from 'react'
import { asOf } from '../lib/as-of.ts'
import { Button } from '../lib/button.tsx'

type Props = {
  icon: ReactNode
  title: ReactNode
  about: string
  /** False or undefined: it cannot be ended. */
  end?: { label: string; of: string; onClick: () => void } | false
}

export const AccessLine = ({ icon, title, about, end }: Props) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted">
    {icon}
    <div className="min-w-0 flex-1 basis-48">
      <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">{title}</p>
      <p className="text-sm text-muted">{about}</p>
    </div>
    {end && asOf() === null && (
      <Button small aria-label={`${end.label} ${end.of}`} onClick={end.onClick}>
        {end.label}
      </Button>
    )}
  </li>
)

import type { ReactNode } from 'react'

type Props = { icon: ReactNode; title: string; hint?: string | undefined; children?: ReactNode }

export const Notice = ({ icon, title, hint, children }: Props) => (
  <div className="panel grid place-items-center gap-1 px-4 py-16 text-center">
    <span aria-hidden className="mb-2 text-faint [&_svg]:size-8 [&_svg]:stroke-[1.5]">
      {icon}
    </span>
    <p className="font-medium">{title}</p>
    {hint && <p className="text-sm text-muted">{hint}</p>}
    {children && <div className="mt-3 flex gap-2">{children}</div>}
  </div>
)

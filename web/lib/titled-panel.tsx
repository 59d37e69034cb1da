import type { ReactNode } from 'react'

type Props = { title: string; icon?: ReactNode; action?: ReactNode; children: ReactNode }

export const TitledPanel = ({ title, icon, action, children }: Props) => (
  <section className="panel flex flex-col p-4">
    <header className="mb-3 flex flex-wrap items-center gap-2 [&>svg]:size-4 [&>svg]:text-muted">
      {icon}
      <h2 className="flex-1 text-base font-semibold">{title}</h2>
      {action}
    </header>
    {children}
  </section>
)

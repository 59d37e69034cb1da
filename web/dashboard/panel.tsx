import type { ReactNode } from 'react'

export const Panel = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="panel flex flex-col p-4">
    <h2 className="mb-3 text-base font-semibold">{title}</h2>
    {children}
  </section>
)

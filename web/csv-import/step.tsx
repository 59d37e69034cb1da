import type { ReactNode, Ref } from 'react'

type Props = { title: string; at?: Ref<HTMLElement>; children: ReactNode }

export const Step = ({ title, at, children }: Props) => (
  <section ref={at} className="flex scroll-mt-4 flex-col gap-2">
    <h3 className="font-medium">{title}</h3>
    {children}
  </section>
)

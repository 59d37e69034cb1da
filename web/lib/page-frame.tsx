import type { ReactNode } from 'react'
import { useWindowTitle } from './window-title.ts'
import { useUntakenAction } from './use-address-action.ts'

type Props = {
  title: string
  description?: string
  action?: ReactNode
  /** As high as the window, for content that scrolls by itself. */
  fill?: boolean
  children?: ReactNode
}

export const PageFrame = ({ title, description, action, fill = false, children }: Props) => {
  useWindowTitle('page', title)
  useUntakenAction()
  return (
    <div
      className={`mx-auto flex max-w-[1600px] flex-col gap-3 p-4 sm:gap-5 sm:p-6 lg:px-8 ${fill ? 'md:h-[calc(100dvh-var(--banner,0px))] md:min-h-[36rem] print:h-auto!' : ''}`}
    >
      <header className="flex flex-wrap items-center gap-x-2 gap-y-3 sm:items-end sm:gap-x-6">
        <div className="min-w-min flex-1 sm:min-w-0 sm:basis-60">
          <h1 className="text-xl font-semibold tracking-tight sm:text-2xl">{title}</h1>
          {description && <p className="mt-0.5 text-muted max-sm:hidden">{description}</p>}
        </div>
        {action && <div className="flex flex-wrap gap-2 print:hidden">{action}</div>}
      </header>
      {children}
    </div>
  )
}

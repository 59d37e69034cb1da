import * as Radix from '@radix-ui/react-tooltip'
import type { ReactNode } from 'react'

/** Delays are shared by all tooltips inside. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={700} skipDelayDuration={300}>
    {children}
  </Radix.Provider>
)

export const Tooltip = ({ text, children }: { text: string; children: ReactNode }) => (
  <Radix.Root>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        sideOffset={6}
        collisionPadding={8}
        className="z-40 max-w-xs animate-appear rounded-md bg-ink px-2 py-1 text-xs font-medium text-canvas shadow-floating"
      >
        {text}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)

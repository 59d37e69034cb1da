import * as Radix from '@radix-ui/react-tooltip'
import { useEffect, useRef, useState, type ReactNode } from 'react'

/** Delays are shared by all tooltips inside. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={700} skipDelayDuration={300}>
    {children}
  </Radix.Provider>
)

/**
 * An open tooltip takes the Escape key for itself. So it must not outlive the focus, nor open on what a
 * dialog has covered meanwhile: Escape is then the dialog's.
 */
const useOpen = () => {
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const change = (next: boolean) => setOpen(next && !trigger.current?.closest('[inert]'))
  useEffect(() => {
    if (!open) return undefined
    const close = () => setOpen(false)
    document.addEventListener('focusin', close)
    return () => document.removeEventListener('focusin', close)
  }, [open])
  return { trigger, open, change }
}

export const Tooltip = ({ text, children }: { text: string; children: ReactNode }) => {
  const { trigger, open, change } = useOpen()
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Trigger ref={trigger} asChild>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-40 max-w-xs data-[state=delayed-open]:animate-appear data-[state=instant-open]:animate-appear rounded-md bg-ink px-2 py-1 text-xs font-medium text-canvas shadow-floating"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

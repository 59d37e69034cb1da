import {
  autoUpdate,
  flip,
  FloatingDelayGroup,
  offset,
  shift,
  useDelayGroup,
  useDismiss,
  useFloating,
  useFocus,
  useHover,
  useInteractions,
  useRole,
} from '@floating-ui/react'
import { cloneElement, useState, type HTMLProps, type ReactElement, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <FloatingDelayGroup delay={{ open: 700 }} timeoutMs={300}>
    {children}
  </FloatingDelayGroup>
)

type Props = { text: string; children: ReactElement<HTMLProps<Element>> }

export const Tooltip = ({ text, children }: Props) => {
  const [open, onOpenChange] = useState(false)
  const [reference, setReference] = useState<Element | null>(null)
  const [floating, setFloating] = useState<HTMLElement | null>(null)
  const { floatingStyles, context } = useFloating({
    open,
    onOpenChange,
    elements: { reference, floating },
    placement: 'top',
    middleware: [offset(6), flip({ padding: 8 }), shift({ padding: 8 })],
    whileElementsMounted: autoUpdate,
  })
  const { delay } = useDelayGroup(context)
  const { getReferenceProps, getFloatingProps } = useInteractions([
    useHover(context, { delay, move: false, mouseOnly: true }),
    useFocus(context),
    useDismiss(context, { ancestorScroll: true, referencePress: true }),
    useRole(context, { role: 'tooltip' }),
  ])
  return (
    <>
      {cloneElement(children, getReferenceProps({ ...children.props, ref: setReference }))}
      {open &&
        createPortal(
          <div
            ref={setFloating}
            className="z-40 max-w-xs animate-appear rounded-md bg-ink px-2 py-1 text-xs font-medium text-canvas shadow-floating"
            style={floatingStyles}
            {...getFloatingProps()}
          >
            {text}
          </div>,
          document.body,
        )}
    </>
  )
}

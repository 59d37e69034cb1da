import { createContext, use, useState, type ComponentType, type ReactNode } from 'react'
import type { AnyRecord, EntityName } from '#contracts/entity.ts'

export type MadeRecord = AnyRecord & { readonly id: number }
export type MakeDialogProps = {
  readonly initial?: Readonly<Record<string, string>>
  readonly onMade: (made: MadeRecord) => void
  readonly onClose: () => void
}

export type MakeDialogs = Readonly<Partial<Record<EntityName, ComponentType<MakeDialogProps>>>>

/** The create dialogs by collection. A context, so that lib does not import the screens. */
export const MakeDialogs = createContext<MakeDialogs>({})

type Props = Omit<MakeDialogProps, 'onClose'> & {
  of: EntityName
  children: (open: () => void) => ReactNode
}

/** A button that creates a missing record in a dialog on top; the form below is kept. */
export const MakeRecord = ({ of, children, ...rest }: Props) => {
  const dialogs = use(MakeDialogs)
  const MakeDialog = dialogs[of]
  const [isOpen, setOpen] = useState(false)
  if (!MakeDialog) return null
  return (
    <>
      {children(() => setOpen(true))}
      {isOpen && <MakeDialog {...rest} onClose={() => setOpen(false)} />}
    </>
  )
}

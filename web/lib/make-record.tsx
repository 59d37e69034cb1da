import { createContext, use, type ComponentType } from 'react'
import type { AnyRecord, EntityName } from '#contracts/entity.ts'
import type { ButtonProps } from './button.tsx'
import { DialogButton } from './dialog-button.tsx'

export type MadeRecord = AnyRecord & { readonly id: number }
export type MakeDialogProps = {
  readonly initial?: Readonly<Record<string, string>>
  readonly onMade: (made: MadeRecord) => void
  readonly onClose: () => void
}

export type MakeDialogs = Readonly<Partial<Record<EntityName, ComponentType<MakeDialogProps>>>>

/** The create dialogs by collection. A context, so that lib does not import the screens. */
export const MakeDialogs = createContext<MakeDialogs>({})

type Props = ButtonProps & { of: EntityName; with: Omit<MakeDialogProps, 'onClose'> }

/** Creates a missing record in a dialog on top; the form below is kept. */
export const MakeButton = ({ of, ...button }: Props) => {
  const MakeDialog = use(MakeDialogs)[of]
  return MakeDialog && <DialogButton dialog={MakeDialog} {...button} />
}

import { Trash2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { IconButton } from './button.tsx'

type Props = Pick<ComponentProps<typeof IconButton>, 'label' | 'onClick'>

export const RemoveButton = (props: Props) => (
  <IconButton icon={<Trash2 />} destructive {...props} />
)

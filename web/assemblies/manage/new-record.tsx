import { Plus } from 'lucide-react'
import { linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { Button } from '../../lib/button.tsx'
import { MakeRecord } from '../../lib/make-record.tsx'
import type { PickedRecord } from '../shared/assembly.ts'
import { linkTexts } from '../shared/link-texts.ts'

type Props = { kind: LinkKind; search: string; onMade: (made: PickedRecord) => void }

/** Makes what is missed in a picker, which stays as it is meanwhile. */
export const NewRecord = ({ kind, search, onMade }: Props) => {
  const { entity } = linkKinds[kind]
  const { title } = entityNamed(entity)
  return (
    <MakeRecord
      of={entity}
      initial={{ [title]: search.trim() }}
      onMade={(made) => onMade(made as PickedRecord)}
    >
      {(open) => (
        <Button small icon={<Plus />} onClick={open}>
          {`Ny ${linkTexts[kind].one}`}
        </Button>
      )}
    </MakeRecord>
  )
}

import { Plus, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { LinkKind } from '#contracts/assembly/link-kinds.ts'
import { Button } from '../../lib/button.tsx'
import { useMay } from '../../session/session.ts'
import type { Assembly } from '../shared/assembly.ts'
import { linkTexts } from '../shared/link-texts.ts'
import { LinkRow, useLinks } from './link-row.tsx'
import { Empty, Loaded, Panel } from '../../lib/panel.tsx'
import { Picker } from './picker.tsx'

type Props = { assembly: Assembly; kind: LinkKind }

/** What of one kind is directly in the assembly, and the way to more of it. */
export const LinksTab = ({ assembly, kind }: Props) => {
  const texts = linkTexts[kind]
  const links = useLinks(assembly.id, kind)
  const mayEdit = useMay('edit')
  const [picking, setPicking] = useState(false)

  return (
    <Panel
      label={texts.tab}
      hint={
        kind === 'subassembly' && (
          <span className="flex items-start gap-1.5">
            <ShieldCheck className="mt-0.5 size-4 shrink-0" />
            Systemet forhindrer sirkulære avhengigheter automatisk.
          </span>
        )
      }
      action={
        mayEdit && (
          <Button look="primary" icon={<Plus />} onClick={() => setPicking(true)}>
            {texts.add}
          </Button>
        )
      }
    >
      <Loaded
        {...links}
        loading={`Laster ${texts.many}...`}
        failed={`Kunne ikke laste ${texts.many}`}
      >
        {(all) =>
          all.length > 0 ? (
            <ul className="divide-y divide-line">
              {all.map((link) => (
                <LinkRow key={link.itemId} assemblyId={assembly.id} link={link} />
              ))}
            </ul>
          ) : (
            <Empty>{texts.empty}</Empty>
          )
        }
      </Loaded>
      {picking && (
        <Picker
          assembly={assembly}
          kind={kind}
          links={links.data ?? []}
          onClose={() => setPicking(false)}
        />
      )}
    </Panel>
  )
}

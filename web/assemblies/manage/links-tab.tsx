import { Plus, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { mostLines, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { DialogButton } from '../../lib/dialog-button.tsx'
import { SearchBox } from '../../lib/list/search-box.tsx'
import { HighlightSearch } from '../../lib/highlight.tsx'
import { Empty, Loaded } from '../../lib/loaded.tsx'
import { Panel } from '../../lib/panel.tsx'
import { useSomeOf } from '../../lib/use-some-of.tsx'
import { useMay } from '../../session/session.ts'
import type { Assembly, Link } from '../shared/assembly.ts'
import { linkTexts } from '../shared/link-texts.ts'
import { LinkRow } from './link-row.tsx'
import { searchLinks, useLinks } from '../shared/links.ts'
import { Picker } from './picker.tsx'
import { useReorder } from './use-reorder.ts'

type Props = {
  assembly: Assembly
  kind: LinkKind
  onManage: (id: number) => void
  onAdded: (kind: LinkKind) => void
}

type ListProps = Pick<Props, 'onManage'> & {
  assemblyId: number
  links: readonly Link[]
  search: string
  reorder: ReturnType<typeof useLinks>['reorder']
}

const LinkList = ({ assemblyId, links, search, reorder, onManage }: ListProps) => {
  const { list, drag, handleOf } = useReorder(assemblyId, links, reorder)
  const found = searchLinks(links, search)
  // More rows than can be moved would also make the dialog slow.
  const { shown, moreButton } = useSomeOf(found, mostLines)
  const mayMove = useMay('edit') && found.length === links.length && links.length <= mostLines
  if (found.length === 0) return <Empty>{`Ingen av dem har «${search.trim()}»`}</Empty>
  return (
    <HighlightSearch search={search}>
      <ul ref={list} className="divide-y divide-line">
        {shown.map((link, index) => (
          <LinkRow
            key={link.itemId}
            assemblyId={assemblyId}
            link={link}
            index={index}
            drag={drag}
            handle={mayMove ? handleOf(index) : null}
            onManage={onManage}
          />
        ))}
      </ul>
      {moreButton}
    </HighlightSearch>
  )
}

const NoCircles = () => (
  <span className="flex items-start gap-1.5">
    <ShieldCheck className="mt-0.5 size-4 shrink-0" />
    Systemet forhindrer sirkulære avhengigheter automatisk.
  </span>
)

export const LinksTab = ({ onManage, ...props }: Props) => {
  const { assembly, kind } = props
  const texts = linkTexts[kind]
  const links = useLinks(assembly.id, kind)
  const mayEdit = useMay('edit')
  const [search, setSearch] = useState('')
  const isSearched = search !== '' || (links.data?.length ?? 0) > 1
  const label = `Søk i ${texts.many} som er lagt til`

  return (
    <Panel
      label={texts.tab}
      hint={
        <div className="flex flex-col gap-1.5">
          {isSearched && (
            <div className="flex">
              <SearchBox label={label} value={search} onChange={setSearch} />
            </div>
          )}
          {kind === 'subassembly' && <NoCircles />}
        </div>
      }
      action={
        mayEdit && (
          <DialogButton look="primary" icon={<Plus />} dialog={Picker} with={props}>
            {texts.add}
          </DialogButton>
        )
      }
    >
      <Loaded
        {...links}
        loading={`Laster ${texts.many}...`}
        failed={`Kunne ikke laste ${texts.many}`}
        empty={<Empty>{texts.empty}</Empty>}
      >
        {(all) => (
          <LinkList
            assemblyId={assembly.id}
            links={all}
            search={search}
            reorder={links.reorder}
            onManage={onManage}
          />
        )}
      </Loaded>
    </Panel>
  )
}

import { X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { entities } from '#contracts/catalogue/index.ts'
import type { EventType } from '#contracts/events.ts'
import { Select } from '../lib/select.tsx'
import { Button } from '../lib/button.tsx'
import { Labelled } from '../lib/labelled.tsx'
import { capitalise } from '../lib/text.ts'
import { including, useJournalChoices } from './choices.ts'
import { fromAddress, toQuery, type JournalFilter } from './filter.ts'

/** What people call the kinds of events. */
const kindNames: Readonly<Record<EventType, string>> = {
  ItemRegistered: 'Post opprettet',
  ItemRevised: 'Post endret',
  ItemPriced: 'Pris endret',
  ItemRemoved: 'Post slettet',
  ItemReinstated: 'Sletting angret',
  OfferMade: 'Tilbud lagt til eller endret',
  OfferRemoved: 'Tilbud fjernet',
  PartLinked: 'Del lagt til',
  PartLinkChanged: 'Antall eller notat for del endret',
  PartUnlinked: 'Del fjernet',
  SubassemblyLinked: 'Underenhet lagt til',
  SubassemblyLinkChanged: 'Antall eller notat for underenhet endret',
  SubassemblyUnlinked: 'Underenhet fjernet',
  AssemblyDissolved: 'Sammenstilling tatt ut av strukturen',
  AssemblyReinstated: 'Sammenstilling tilbake i strukturen',
  AssemblyCloned: 'Sammenstilling klonet',
  ContentsReinstated: 'Innhold hentet tilbake',
  AttributeAdded: 'Attributt lagt til',
  AttributeChanged: 'Attributt endret',
  AttributeRemoved: 'Attributt fjernet',
}

const Input = (props: ComponentProps<'input'>) => (
  <input className="control" autoComplete="off" autoCapitalize="none" {...props} />
)

const entityOptions = entities.map(({ name, noun }) => [name, capitalise(noun.many)] as const)

type Props = { filter: JournalFilter; onChange: (changes: Partial<JournalFilter>) => void }

/** What the journal is narrowed to. */
export const FilterForm = ({ filter, onChange }: Props) => {
  const { users, imports } = useJournalChoices()
  const control = (key: keyof JournalFilter) => ({
    value: filter[key],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [key]: target.value }),
  })
  return (
    <fieldset
      aria-label="Filter"
      className="grid grid-cols-2 items-end gap-3 sm:grid-cols-4 xl:grid-cols-8"
    >
      <Labelled label="Fra dato">
        <Input type="date" {...control('from')} />
      </Labelled>
      <Labelled label="Til dato">
        <Input type="date" {...control('to')} />
      </Labelled>
      <Labelled label="Bruker">
        <Select {...control('user')} options={[['', 'Alle'], ...including(users, filter.user)]} />
      </Labelled>
      <Labelled label="Gjelder">
        <Select {...control('entity')} options={[['', 'Alt'], ...entityOptions]} />
      </Labelled>
      <Labelled label="Postens id">
        <Input {...control('id')} />
      </Labelled>
      <Labelled label="Endring">
        <Select {...control('kind')} options={[['', 'Alle'], ...Object.entries(kindNames)]} />
      </Labelled>
      <Labelled label="Import">
        <Select
          {...control('import')}
          options={[['', 'Alle'], ...including(imports, filter.import)]}
        />
      </Labelled>
      <Button
        icon={<X />}
        disabled={toQuery(filter) === ''}
        onClick={() => onChange(fromAddress(''))}
      >
        Nullstill
      </Button>
    </fieldset>
  )
}

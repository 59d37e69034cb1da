import {
  Combobox,
  ComboboxButton,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
} from '@headlessui/react'
import { Check, ChevronDown } from 'lucide-react'
import type { FocusEventHandler, Ref } from 'react'
import { count } from '../lib/format.ts'
import { awaitOptions } from '../lib/outdated.tsx'

type Id = number | string
export type Choice<I extends Id = number> = { readonly id: I; readonly name: string }

/** Attributes that connect the control with its form field and label. */
export type FieldProps = {
  readonly id?: string
  readonly name?: string
  readonly 'aria-label'?: string
  readonly 'aria-invalid'?: boolean
  readonly 'aria-describedby'?: string
  readonly 'aria-required'?: boolean | undefined
  readonly ref?: Ref<HTMLElement>
  readonly onBlur?: FocusEventHandler
}

/** The user finds the rest by typing more. */
const maxShown = 50

type Props<I extends Id> = {
  choices: readonly Choice<I>[]
  chosen: Choice<I> | null
  none: string
  search: string
  /** The total, if the server searches; undefined if the browser does. */
  found: number | undefined
  onSearch: (search: string) => void
  /** The choices are those of an earlier search, so that Enter must not take one. */
  isOld?: boolean
  onChange: (id: I | null) => void
  /** Instead of 'Ingen treff'. */
  nothingFound?: string
  field: FieldProps
}

/** A placeholder option for messages: a listbox may contain options only. */
const hint: Choice = { id: 0, name: '' }

const matching = <I extends Id>(choices: readonly Choice<I>[], search: string) => {
  const searched = search.trim().toLocaleLowerCase('nb')
  return choices.filter(({ name }) => name.toLocaleLowerCase('nb').includes(searched))
}

const optionLook =
  'flex cursor-default items-center gap-2 rounded-md px-2.5 py-1.5 transition-opacity data-disabled:opacity-50 data-disabled:delay-300 data-focus:bg-hover [&_svg]:size-4 [&_svg]:shrink-0'

type OptionsProps = Pick<Props<Id>, 'none' | 'search'> & {
  isOld: boolean
  nothingFound: string
  shown: readonly Choice<Id>[]
  total: number
}

const Options = ({ none, search, shown, total, nothingFound, isOld }: OptionsProps) => (
  <ComboboxOptions
    anchor="bottom start"
    className="z-40 w-(--input-width) rounded-lg bg-surface p-1 shadow-floating outline-none [--anchor-gap:4px] [--anchor-max-height:20rem]"
  >
    {search === '' && (
      <ComboboxOption value={null} className={`${optionLook} text-muted`}>
        {none}
      </ComboboxOption>
    )}
    {shown.map((choice) => (
      <ComboboxOption
        key={choice.id}
        value={choice}
        disabled={isOld}
        className={`group ${optionLook}`}
      >
        <span className="min-w-0 flex-1 break-words">{choice.name}</span>
        <Check className="invisible text-accent group-data-selected:visible" />
      </ComboboxOption>
    ))}
    {(total === 0 || total > shown.length) && (
      <ComboboxOption disabled value={hint} className="px-2.5 py-1.5 text-sm text-muted">
        {total === 0
          ? nothingFound
          : `Viser ${count(shown.length)} av ${count(total)}. Skriv mer for å finne flere.`}
      </ComboboxOption>
    )}
  </ComboboxOptions>
)

export const SearchedSelect = <I extends Id>(props: Props<I>) => {
  const { choices, chosen, none, search, found, isOld = false, onSearch, onChange, field } = props
  const { ref, ...attributes } = field
  const all = found === undefined ? matching(choices, search) : choices
  const shown = all.slice(0, maxShown)
  return (
    <Combobox
      value={chosen}
      by="id"
      immediate
      onChange={(choice: Choice<I> | null) => onChange(choice?.id ?? null)}
      onClose={() => onSearch('')}
    >
      <span className="relative block">
        <ComboboxInput
          {...attributes}
          ref={ref as Ref<HTMLInputElement>}
          autoComplete="off"
          className="control pr-8"
          placeholder={none}
          displayValue={(choice: Choice<I> | null) => choice?.name ?? ''}
          onKeyDown={awaitOptions(isOld)}
          onChange={({ target }) => onSearch(target.value)}
        />
        <ComboboxButton
          aria-label="Vis valgene"
          className="absolute inset-y-0 right-0 grid w-9 place-items-center text-muted [&_svg]:size-4"
        >
          <ChevronDown />
        </ComboboxButton>
      </span>
      <Options
        none={none}
        search={search}
        shown={shown}
        total={found ?? all.length}
        isOld={isOld}
        nothingFound={props.nothingFound ?? (isOld ? 'Søker...' : 'Ingen treff')}
      />
    </Combobox>
  )
}

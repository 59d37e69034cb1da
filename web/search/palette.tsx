import {
  Combobox,
  ComboboxInput,
  ComboboxOptions,
  Dialog,
  DialogPanel,
  DialogTitle,
} from '@headlessui/react'
import { Search, X } from 'lucide-react'
import { useRef, useState } from 'react'
import useSWR from 'swr'
import { useLocation } from 'wouter'
import type { SearchHit } from '#contracts/search-answers.ts'
import { useAutofocus } from '../form/use-autofocus.ts'
import { useBackCloses } from '../lib/back.ts'
import { IconButton } from '../lib/button.tsx'
import { NotRead } from '../lib/loaded.tsx'
import { awaitOptions } from '../lib/outdated.tsx'
import { useDebounced } from '../lib/use-debounced.ts'
import { withQuery } from '../lib/with-query.ts'
import { useMay, useUser } from '../session/session.ts'
import { recentOf, remember, type Target } from '../lib/recent.ts'
import { TargetOption, type OfferedTarget } from './target-option.tsx'
import { actionsFor, assemblyNamedIn, isAction, stykklisteOf, targetOf } from './targets.ts'

type Group = { readonly title: string; readonly targets: readonly OfferedTarget[] }

const useFound = (search: string) => {
  const settled = useDebounced(search)
  const assembly = assemblyNamedIn(settled)
  const asked = assembly === null ? { q: settled } : { q: assembly, entity: 'assemblytypes' }
  const path = settled === '' ? null : withQuery('/api/search', asked)
  const { data, ...rest } = useSWR<readonly SearchHit[]>(path, { keepPreviousData: true })
  const isOld = settled !== search || rest.isLoading
  return { hits: path === null || rest.error ? [] : data, isOld, ...rest }
}

type Found = Pick<ReturnType<typeof useFound>, 'hits' | 'isOld'>

const useGroups = (search: string, { hits = [], isOld }: Found): readonly Group[] => {
  const mayEdit = useMay('edit')
  const user = useUser()
  const assemblies = hits.filter(({ entity }) => entity === 'assemblytypes')
  const isStykkliste = assemblyNamedIn(search) !== null
  const recent = user ? recentOf(user.username) : []
  const offered = (target: Target): OfferedTarget => ({ ...target, isOld })
  const actions = [
    ...assemblies
      .slice(0, isStykkliste ? undefined : 1)
      .map(stykklisteOf)
      .map(offered),
    ...(mayEdit ? actionsFor(search, recent) : []),
  ]
  const opened = recent.filter((target) => !isAction(target))
  return [
    { title: 'Sist åpnet', targets: search === '' ? opened : [] },
    { title: 'Treff', targets: isStykkliste ? [] : hits.map(targetOf).map(offered) },
    { title: 'Handlinger', targets: actions },
  ].filter(({ targets }) => targets.length > 0)
}

const statusOf = ({ hits, isOld }: Found, search: string): string => {
  if (search === '') return ''
  if (hits === undefined || isOld) return 'Søker...'
  return hits.length === 0 ? 'Ingen treff' : `${hits.length} treff`
}

const Groups = ({ groups }: { groups: readonly Group[] }) =>
  groups.map(({ title, targets }) => (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <fieldset> is not allowed in a listbox
    <div key={title} role="group" aria-label={title} className="pb-1">
      <p aria-hidden className="px-3 pt-2 pb-1 text-xs font-semibold text-muted">
        {title}
      </p>
      {targets.map((target) => (
        <TargetOption key={target.href} target={target} />
      ))}
    </div>
  ))

export const Palette = ({ onClose }: { onClose: () => void }) => {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const search = text.trim()
  const answer = useFound(search)
  const groups = useGroups(search, answer)
  const user = useUser()
  const [, navigate] = useLocation()
  // When a dialog is opened by touch, Headless UI does not focus its fields.
  const panel = useAutofocus<HTMLDivElement>()
  useBackCloses(onClose, false)
  const go = (target: Target | null) => {
    if (!target) return
    if (user) remember(user.username, target)
    onClose()
    navigate(target.href)
  }
  return (
    <Dialog open onClose={onClose} initialFocus={field} className="fixed inset-0 z-30">
      <div aria-hidden className="fixed inset-0 animate-appear bg-scrim" />
      <div className="fixed inset-0 flex items-start justify-center sm:px-4 sm:pt-[10dvh]">
        <DialogPanel
          ref={panel}
          onKeyDownCapture={({ key }) => key === 'Escape' && onClose()}
          className="flex max-h-full w-full max-w-2xl animate-appear flex-col overflow-hidden bg-surface shadow-floating sm:max-h-[80dvh] sm:rounded-lg"
        >
          <DialogTitle className="sr-only">Søk i alt</DialogTitle>
          <Combobox immediate value={null} onChange={go}>
            <div className="flex items-center gap-2 border-b border-line px-3 py-2">
              <Search aria-hidden className="size-4.5 shrink-0 text-faint" />
              <ComboboxInput
                ref={field}
                autoComplete="off"
                aria-label="Søk i alt"
                placeholder="Navn, nummer, tagg eller handling"
                className="min-h-11 min-w-0 flex-1 bg-transparent text-lg outline-none"
                onKeyDown={awaitOptions(answer.isOld)}
                onChange={({ target }) => setText(target.value)}
              />
              <IconButton label="Lukk" icon={<X />} onClick={onClose} />
            </div>
            <ComboboxOptions
              static
              modal={false}
              className="min-h-0 overflow-y-auto px-2 outline-none"
            >
              <Groups groups={groups} />
            </ComboboxOptions>
            {answer.error ? (
              <NotRead {...answer} className="px-5 py-2" />
            ) : (
              <output className="px-5 py-2 text-sm text-muted empty:hidden">
                {statusOf(answer, search)}
              </output>
            )}
          </Combobox>
        </DialogPanel>
      </div>
    </Dialog>
  )
}

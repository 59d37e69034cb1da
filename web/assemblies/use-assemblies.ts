import { useDeferredValue, useMemo } from 'react'
import useSWR from 'swr'
import type { View } from '../lib/list/use-local-view.ts'
import { useServerView } from '../lib/list/use-server-view.ts'
import { useAllRows } from '../lib/use-rows.ts'
import { assembliesPath, assemblyPath } from './api.ts'
import type { Assembly } from './assembly.ts'
import { shownAssemblies, typesOf, type ListView } from './list/list-view.ts'

type Assemblies = {
  readonly shown: View<Assembly>
  readonly types: readonly string[]
  /** All of them; undefined before they are read, and where they are too many to be here. */
  readonly all: readonly Assembly[] | undefined
  readonly isLong: boolean
}

const noTypes: readonly string[] = []

/** The list: searched, filtered and sorted here while it is short enough, else by the server. */
export const useAssemblies = (view: ListView): Assemblies => {
  const { data, error, mutate } = useAllRows<Assembly>('assemblytypes')
  const isLong = typeof data === 'number'
  const all = isLong ? undefined : data

  const search = useDeferredValue(view.search)
  const { type, sort, descending } = view
  const found = useMemo(
    () => all && shownAssemblies(all, { search, type, sort, descending }),
    [all, search, type, sort, descending],
  )
  const here: View<Assembly> = {
    at: (index) => found?.[index],
    count: found?.length ?? 0,
    total: all?.length ?? 0,
    loading: all === undefined && !error,
    error: all ? null : error,
    retry: () => void mutate(),
  }

  const order = useMemo(() => ({ key: sort, descending }), [sort, descending])
  const filter = useMemo(() => ({ type }), [type])
  const asked = { search: view.search, sort: order, filter }
  const there = useServerView<Assembly>(assembliesPath, isLong ? data : null, asked)
  const { data: values } = useSWR<readonly string[]>(
    isLong ? `${assembliesPath}/values/type` : null,
  )
  const types = useMemo(() => (all ? typesOf(all) : (values ?? noTypes)), [all, values])
  return { shown: isLong ? there : here, types, all, isLong }
}

/** The newest of an assembly that a dialog is open for. */
export const useNewest = (
  opened: Assembly | null,
  { all, isLong }: Assemblies,
): Assembly | null => {
  const { data } = useSWR<Assembly>(isLong && opened ? assemblyPath(opened.id) : null)
  if (opened === null) return null
  return (isLong ? data : all?.find(({ id }) => id === opened.id)) ?? opened
}

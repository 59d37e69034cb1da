import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { fromAddress, toAddress, type ListDefaults, type ListState } from './address.ts'
import { readStored, writeStored } from './stored.ts'

export type ListControl = ListState & { readonly change: (changes: Partial<ListState>) => void }

const delay = 200

/** Where an address says nothing, this browser's last choice counts. */
const read = (list: string, address: string, defaults: ListDefaults) =>
  fromAddress(address, { ...defaults, ...readStored(list) })

/**
 * The state of a list: at once on screen, a moment later in the address (browsers ration changes of it).
 * View and hidden columns are also this browser's choice for next time.
 */
export const useListState = (list: string, { view, hidden }: ListDefaults): ListControl => {
  const hiddenKeys = hidden.join()
  const defaults = useMemo(
    () => ({ view, hidden: hiddenKeys.split(',').filter((key) => key !== '') }),
    [view, hiddenKeys],
  )
  const address = useSearch()
  const [state, setState] = useState(() => read(list, address, defaults))
  const written = useRef(address)

  useEffect(() => {
    if (address === written.current) return
    written.current = address
    setState(read(list, address, defaults))
  }, [list, address, defaults])

  useEffect(() => {
    const timer = setTimeout(() => {
      const next = toAddress(state, defaults, location.search)
      if (next === location.search) return
      written.current = next.slice(1)
      history.replaceState(history.state, '', location.pathname + next + location.hash)
    }, delay)
    return () => clearTimeout(timer)
  }, [state, defaults])

  const change = useCallback(
    (changes: Partial<ListState>) => {
      setState((before) => ({ ...before, ...changes }))
      const { view: chosen, hidden: left } = changes
      if (chosen || left)
        writeStored(list, { ...(chosen && { view: chosen }), ...(left && { hidden: left }) })
    },
    [list],
  )
  return { ...state, change }
}

import { useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { replaceSearch } from './records.ts'

const delay = 200

type Form<State> = {
  readonly read: (search: string) => State
  /** Returns '?...' with the state, or ''. */
  readonly write: (state: State, search: string) => string
}

/** State that is also in the address. Writes are debounced, because browsers limit calls of replaceState. */
export const useAddressState = <State>(form: Form<State>) => {
  const [{ read, write }] = useState(form)
  const address = useSearch()
  const [state, setState] = useState(() => read(address))
  const written = useRef(address)

  useEffect(() => {
    if (address === written.current) return
    written.current = address
    setState(read(address))
  }, [address, read])

  useEffect(() => {
    const settle = () => {
      const next = write(state, location.search)
      if (next === location.search) return
      written.current = next.slice(1)
      replaceSearch(next)
    }
    const timer = setTimeout(settle, delay)
    // Before a click: it may open a record, and Back must then find the latest state of the list.
    addEventListener('click', settle, true)
    return () => {
      clearTimeout(timer)
      removeEventListener('click', settle, true)
    }
  }, [state, write])

  return [state, setState] as const
}

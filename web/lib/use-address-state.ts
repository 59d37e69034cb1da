import { useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { replaceSearch } from './records.ts'

const delay = 200

type Form<State> = {
  readonly read: (search: string) => State
  /** The search part of the address with the state in it: '?...', or '' for nothing. */
  readonly write: (state: State, search: string) => string
}

/** At once on screen, a moment later in the address: browsers ration changes of it. */
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
    // A click may lead to a record, and Back from there to the list as it was.
    addEventListener('click', settle, true)
    return () => {
      clearTimeout(timer)
      removeEventListener('click', settle, true)
    }
  }, [state, write])

  return [state, setState] as const
}

import useSWR from 'swr'
import { mostNumbers, type NumberMatches } from '#contracts/search-answers.ts'
import { readData } from '../../lib/api.ts'

const pathOf = (numbers: readonly string[]) =>
  `/api/search/numbers?${numbers.map((number) => `number=${encodeURIComponent(number)}`).join('&')}`

const longest = 200
const inChunks = (numbers: readonly string[]) =>
  Array.from({ length: Math.ceil(numbers.length / mostNumbers) }, (_, at) =>
    numbers.slice(at * mostNumbers, (at + 1) * mostNumbers),
  )

/** Which records have these numbers; looks up only those that are new. */
export const useMatches = (numbers: readonly string[]) => {
  const asked = [...new Set(numbers.map((number) => number.slice(0, longest)))]
  const { data, error, mutate } = useSWR<ReadonlyMap<string, NumberMatches['matches']>, unknown>(
    asked.length > 0 && ['numbers', ...asked],
    async () => {
      const found = await Promise.all(
        inChunks(asked).map((some) => readData<NumberMatches[]>(pathOf(some))),
      )
      return new Map(found.flat().map(({ number, matches }) => [number, matches]))
    },
    { keepPreviousData: true },
  )
  return {
    of: (number: string) => data?.get(number.slice(0, longest)),
    error,
    retry: () => void mutate(),
  }
}

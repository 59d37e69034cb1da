import type { BomCatalogue } from './bom-catalogue.ts'
import type { Http, ReadSide } from './bom-database.ts'
import { recorded, relinked } from './events.ts'
import { best, less, type Row } from './frame.ts'

const rounds = 15
const day = (count: number) => new Date(Date.UTC(2026, 1, 1 + count)).toISOString().slice(0, 10)

/** One change per day, so that each day is a different position in the log. */
const changeDaily = async ({ apply }: ReadSide, { subs }: BomCatalogue, days: number) => {
  for (let count = 0; count < days; count++) {
    const { from, to, quantity } = subs[count]!
    const event = recorded('bom-structure', relinked(from, to, quantity + 1))
    await apply([{ ...event, writtenAt: `${day(count)}T12:00:00.000Z` }])
  }
}

/** Reads as of a day that was never read before, reads the same day again, and reads today. */
export const pastReads = async (
  side: ReadSide,
  http: Http,
  catalogue: BomCatalogue,
  hasFloor: boolean,
): Promise<Row[]> => {
  const path = `/api/assemblytypes/${catalogue.top}`
  const questions = {
    'flat list': `${path}/bom?`,
    '1,000 lines of the tree': `${path}/bom/hierarchy?limit=1000&`,
    cost: `${path}/cost?`,
  }
  let days = 0
  await changeDaily(side, catalogue, Object.keys(questions).length * rounds + 2)
  const lines = async (asked: string) =>
    (JSON.parse(await http.read(`${path}/bom?${asked}`)) as { items: object[] }).items.length
  if ((await lines(`asOf=${day(0)}`)) !== (await lines('')))
    throw new Error('Changed quantities leave as many lines as there were.')
  days++
  const rows: Row[] = []
  for (const [what, question] of Object.entries(questions)) {
    const asOf = () => `${question}asOf=${day(days)}`
    const ours = await best(rounds, {
      today: () => http.time(question.slice(0, -1)),
      first: () => http.time(asOf()),
      again: () => http.time(asOf()).finally(() => days++),
    })
    const pair = (time: number) => [time, ours.today] as const
    rows.push(
      less(`${what} as of a day / today`, 'ms', pair(ours.first), hasFloor ? 0.33 : undefined),
      less('the same, asked again', 'ms', pair(ours.again), hasFloor ? 0.66 : undefined),
    )
  }
  return rows
}

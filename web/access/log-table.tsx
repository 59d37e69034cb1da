import type { LogEntry } from '#contracts/access-answers.ts'
import { dateTime } from '../lib/format.ts'
import { countText, detailsText } from './security-log.ts'

/** In wide windows alone. */
const wide = 'px-3 py-2 text-sm max-xl:hidden'

/** What a narrow window has no columns for. */
const Narrow = ({ entry: { at, address, browser, details } }: { entry: LogEntry }) => (
  <div className="text-sm wrap-anywhere text-muted xl:hidden">
    <time dateTime={at} className="tabular-nums sm:hidden">
      {dateTime(at)}
    </time>
    <p>{[address, browser].filter(Boolean).join(' · ')}</p>
    <p>{detailsText(details)}</p>
  </div>
)

const EntryRow = ({ entry }: { entry: LogEntry }) => (
  <tr className="border-b border-line align-top last:border-b-0">
    <td className="px-3 py-2 whitespace-nowrap tabular-nums max-sm:hidden">
      <time dateTime={entry.at}>{dateTime(entry.at)}</time>
    </td>
    <td className="px-3 py-2">
      <span className="font-medium xl:whitespace-nowrap">{entry.label}</span>
      {entry.count > 1 && <span className="text-muted"> {countText(entry.count)}</span>}
      <Narrow entry={entry} />
    </td>
    <td className="px-3 py-2 wrap-anywhere">{entry.username}</td>
    <td className={`${wide} text-muted`}>{entry.address}</td>
    <td className={`${wide} whitespace-nowrap text-muted`}>{entry.browser}</td>
    <td className={`${wide} wrap-anywhere text-muted`}>{detailsText(entry.details)}</td>
  </tr>
)

const heads = [
  { text: 'Tidspunkt', look: 'px-3 py-2 max-sm:hidden' },
  { text: 'Hendelse', look: 'px-3 py-2' },
  { text: 'Bruker', look: 'px-3 py-2' },
  { text: 'Adresse', look: wide },
  { text: 'Nettleser', look: wide },
  { text: 'Detaljer', look: wide },
] as const

/** What happened, newest first. */
export const LogTable = ({ entries }: { entries: readonly LogEntry[] }) => (
  <table className="w-full text-left">
    <thead className="border-b border-line bg-sunken text-sm text-muted">
      <tr>
        {heads.map(({ text, look }) => (
          <th key={text} scope="col" className={`font-medium ${look}`}>
            {text}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} />
      ))}
    </tbody>
  </table>
)

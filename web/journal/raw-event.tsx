import useSWR from 'swr'
import { messageOf } from '../lib/api.ts'
import { CopyButton } from '../lib/copy-button.tsx'
import { Loading } from '../lib/spinner.tsx'
import { eventPath } from './filter.ts'

/** The event as it lies in the log. */
export const RawEvent = ({ position }: { position: string }) => {
  const { data, error } = useSWR<{ event: unknown }>(eventPath(position))
  if (error && !data) return <p className="text-sm text-danger">{messageOf(error)}</p>
  if (!data) return <Loading className="text-sm" />
  const text = JSON.stringify(data.event, null, 2)
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard too */}
      <section aria-label="Hendelsen" tabIndex={0} className="max-h-96 w-full overflow-auto">
        <pre className="rounded-md bg-sunken p-3 font-mono text-xs">{text}</pre>
      </section>
      <CopyButton text={text} label="Kopier hendelsen" />
    </div>
  )
}

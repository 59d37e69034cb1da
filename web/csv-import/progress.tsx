import { useTransition } from 'react'
import type { JobAnswer } from '#contracts/csv/job-answer.ts'
import { capitalized } from '#contracts/text.ts'
import { Button } from '../lib/button.tsx'
import { count, counted } from '../lib/format.ts'
import { ProgressBar } from '../lib/progress-bar.tsx'
import { Spinner } from '../lib/spinner.tsx'

type Words = Partial<Record<JobAnswer['state'], string>>
const titles: Record<JobAnswer['kind'], Words> = {
  import: {
    checking: 'Leser filen...',
    running: 'Importerer...',
    undoing: 'Angrer importen...',
  },
  bulk: {
    checking: 'Ser på hva som vil skje...',
    running: 'Utfører...',
    undoing: 'Angrer...',
  },
}
/** What continues after the dialog or the page is closed. */
const nouns: Record<JobAnswer['kind'], Words> = {
  import: { running: 'importen', undoing: 'angringen' },
  bulk: { running: 'endringen', undoing: 'angringen' },
}

const timeLeft = (seconds: number): string => {
  const minutes = Math.round(seconds / 60)
  if (minutes < 1) return seconds < 10 ? 'noen sekunder igjen' : 'under ett minutt igjen'
  return `omtrent ${counted(minutes, 'minutt', 'minutter')} igjen`
}

type Props = {
  kind?: JobAnswer['kind']
  job: JobAnswer | null
  onCancel: (id: string) => Promise<unknown>
}

export const Progress = ({ kind = 'import', job, onCancel }: Props) => {
  const what = job ? nouns[kind][job.state] : undefined
  /** The server finishes the current rows first, so the button shows that it is cancelling. */
  const [isAsked, startTransition] = useTransition()
  const cancel = async () => void (await onCancel(job!.id))
  return (
    <section className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <Spinner />
        <output className="flex-1 font-medium">{titles[kind][job?.state ?? 'checking']}</output>
        {what && (
          <Button small aria-disabled={isAsked} onClick={() => startTransition(cancel)}>
            {isAsked ? 'Avbryter...' : `Avbryt ${what}`}
          </Button>
        )}
      </div>
      <ProgressBar
        aria-label="Fremdrift"
        {...(job && job.rows > 0 && { value: job.done, max: job.rows })}
        className="w-full"
      />
      {job && job.rows > 0 && (
        <p className="text-sm text-muted tabular-nums">
          {count(job.done)} av{' '}
          {kind === 'bulk'
            ? counted(job.rows, 'post', 'poster')
            : counted(job.rows, 'rad', 'rader')}
          {job.secondsLeft !== null && !isAsked && `, ${timeLeft(job.secondsLeft)}`}
        </p>
      )}
      {what && !isAsked && (
        <p className="text-sm text-muted">{capitalized(what)} fortsetter om du lukker vinduet.</p>
      )}
    </section>
  )
}

import { CopyButton } from '../lib/copy-button.tsx'
import { Dialog } from '../lib/dialog.tsx'
import { dateTime, number } from '../lib/format.ts'
import { PrintButton, PrintPage } from '../lib/print-page.tsx'
import { partsOf, type Checkpoint } from './checkpoint.ts'

const title = 'Signert sjekkpunkt'

const explanation =
  'Sjekkpunktet står for hele hendelsesloggen slik den var. Ta vare på det utenfor systemet: da kan hvem som helst senere vise at ingenting er endret eller fjernet.'

const factsOf = ({ note, key }: Checkpoint) => {
  const { origin, size, root } = partsOf(note)
  return [
    ['Logg', origin],
    ['Hendelser', /^\d+$/.test(size) ? number(size) : size],
    ['Rot', root],
    ['Nøkkel', key],
  ] as const
}

const Facts = ({ checkpoint }: { checkpoint: Checkpoint }) => (
  <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[auto_1fr]">
    {factsOf(checkpoint).map(([label, value]) => (
      <div key={label} className="min-w-0 sm:col-span-2 sm:grid sm:grid-cols-subgrid">
        <dt className="text-sm text-muted">{label}</dt>
        <dd className="min-w-0 break-all">{value}</dd>
      </div>
    ))}
  </dl>
)

type Props = { checkpoint: Checkpoint; onClose: () => void }

export const CheckpointDialog = ({ checkpoint, onClose }: Props) => (
  <Dialog
    onClose={onClose}
    title={title}
    size="lg"
    readable
    footer={
      <>
        <CopyButton text={checkpoint.key} label="Kopier nøkkelen" />
        <CopyButton text={checkpoint.note} label="Kopier sjekkpunktet" />
        <PrintButton />
      </>
    }
  >
    <div className="flex flex-col gap-4 p-5">
      <p className="text-muted">{explanation}</p>
      <Facts checkpoint={checkpoint} />
      <pre className="rounded-md bg-sunken p-3 font-mono text-xs break-all whitespace-pre-wrap">
        {checkpoint.note}
      </pre>
    </div>
    <PrintPage>
      {(printedAt) => (
        <>
          <h1>{title}</h1>
          <p>Skrevet ut {dateTime(printedAt)}</p>
          <Facts checkpoint={checkpoint} />
          <pre className="mt-4 break-all whitespace-pre-wrap">{checkpoint.note}</pre>
        </>
      )}
    </PrintPage>
  </Dialog>
)

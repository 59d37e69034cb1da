import { Check } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import useSWR from 'swr'
import { Link } from 'wouter'
import { linkKinds, partKinds } from '#contracts/assembly/link-kinds.ts'
import { Button } from '../lib/button.tsx'
import { TitledPanel } from '../lib/titled-panel.tsx'
import { readText, writeText } from '../lib/stored.ts'
import { useCount } from '../lib/use-rows.ts'
import { useMay } from '../session/session.ts'
import { OverviewPanels } from './overview-panels.tsx'

export type Count = ReturnType<typeof useCount>

const sum = (counts: readonly Count[]): Count =>
  counts.includes(undefined)
    ? undefined
    : counts.includes(null)
      ? null
      : counts.reduce<number>((total, value) => total + value!, 0)

export const usePartCount = (): Count =>
  // oxlint-disable-next-line react/rules-of-hooks -- the kinds are always the same
  sum(partKinds.map((kind) => useCount(linkKinds[kind].entity)))

type StepProps = { done: boolean; href: string; title: string; children: ReactNode }

const Step = ({ done, href, title, children }: StepProps) => (
  <li className="flex gap-3 border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0">
    <span
      aria-hidden
      className="mt-0.5 grid size-6 shrink-0 place-items-center rounded-full border border-line-strong text-success [&_svg]:size-4"
    >
      {done && <Check />}
    </span>
    <span>
      <Link href={href} className="font-medium text-accent hover:underline">
        {title}
      </Link>
      {done && <span className="sr-only"> (gjort)</span>}
      <span className="block text-sm text-muted">{children}</span>
    </span>
  </li>
)

type GuideProps = {
  suppliers: number
  parts: number
  assemblies: number
  /** True if there is more than one account. */
  hasPeople: boolean
  /** Given when only other people's accounts are missing. */
  onHide?: (() => void) | undefined
}

const Guide = ({ suppliers, parts, assemblies, hasPeople, onHide }: GuideProps) => {
  const isAdministrator = useMay('admin')
  return (
    <TitledPanel title="Kom i gang">
      <ol>
        <Step done={suppliers > 0} href="/suppliers" title="Legg inn leverandørene">
          En om gangen, eller alle fra en CSV- eller Excel-fil med «Importer CSV».
        </Step>
        <Step done={parts > 0} href="/components" title="Opprett den første komponenten">
          Eller importer delene dere har i regneark, også med priser. En prøvekjøring viser hva som
          vil skje, før noe blir lagret.
        </Step>
        <Step done={assemblies > 0} href="/assemblies" title="Bygg den første sammenstillingen">
          Legg til deler og underenheter med «Administrer», og les stykklisten flat, som tre og som
          sammendrag.
        </Step>
        {isAdministrator && (
          <Step done={hasPeople} href="/brukere" title="Inviter de andre">
            Hver får sin egen konto, som leser, redaktør, revisor eller administrator.
          </Step>
        )}
      </ol>
      {onHide ? (
        <Button small className="mt-3 self-start" onClick={onHide}>
          Skjul veiledningen
        </Button>
      ) : (
        <p className="mt-3 text-sm text-muted">
          Vil du se hvordan det blir med innhold? Den som drifter systemet, kan starte det med
          eksempeldata: <code>npm start -- --demo</code>
        </p>
      )}
    </TitledPanel>
  )
}

const hiddenKey = 'stykkliste.veiledningSkjult'

/** Undefined for users who may not invite. */
const useAccounts = (): number | undefined =>
  useSWR<readonly unknown[]>(useMay('admin') ? '/api/access/users' : null).data?.length

/** A guide until there are parts, assemblies and a second account; news as soon as there are parts and assemblies. */
export const Overview = () => {
  const parts = usePartCount()
  const suppliers = useCount('suppliers')
  const assemblies = useCount('assemblytypes')
  const accounts = useAccounts()
  const mayEdit = useMay('edit')
  const [isHidden, setHidden] = useState(() => readText(hiddenKey) !== null)
  if (typeof parts !== 'number' || typeof suppliers !== 'number') return null
  if (typeof assemblies !== 'number') return null
  const isBegun = parts > 0 && assemblies > 0
  const hide = () => {
    writeText(hiddenKey, 'yes')
    setHidden(true)
  }
  return (
    <>
      {mayEdit && (!isBegun || (accounts === 1 && !isHidden)) && (
        <Guide
          {...{ suppliers, parts, assemblies }}
          hasPeople={accounts !== undefined && accounts > 1}
          onHide={isBegun ? hide : undefined}
        />
      )}
      {(isBegun || !mayEdit) && <OverviewPanels />}
    </>
  )
}

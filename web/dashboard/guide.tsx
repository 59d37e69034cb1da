import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Button } from '../lib/button.tsx'
import { useMay } from '../session/session.ts'
import { TitledPanel } from '../lib/titled-panel.tsx'

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

type Props = {
  suppliers: number
  parts: number
  assemblies: number
  /** True if there is more than one account. */
  hasPeople: boolean
  /** Given when only other people's accounts are missing. */
  onHide?: (() => void) | undefined
}

export const Guide = ({ suppliers, parts, assemblies, hasPeople, onHide }: Props) => {
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

import { Mail } from 'lucide-react'
import type { PurchasedFrom } from '#contracts/purchasing/answer.ts'
import { MailLink, SiteLink } from '../fields/links.tsx'
import { ButtonLink } from '../lib/button.tsx'
import { count } from '../lib/format.ts'
import { RecordLink, titleLook } from '../lib/record-link.tsx'
import { LinesTable } from './lines-table.tsx'
import { draftOf } from './mail.ts'
import type { Group } from './order.ts'
import { linesText, totalText } from './texts.ts'

const Contact = ({ supplier: { orderEmail, website } }: { supplier: PurchasedFrom }) => (
  <p className="flex flex-wrap gap-x-4 text-sm wrap-anywhere [&_a]:inline-flex [&_a]:min-h-6 [&_a]:items-center max-sm:[&_a]:min-h-11 pointer-coarse:[&_a]:min-h-11">
    {orderEmail ? (
      <MailLink address={orderEmail} />
    ) : (
      <span className="text-warning">Mangler ordre e-post</span>
    )}
    {website && <SiteLink address={website} />}
  </p>
)

type DraftProps = { supplier: PurchasedFrom; group: Group; purpose: string }

/** A mailto link to a draft of the order; the app itself sends no mail. */
const MailDraft = ({ supplier: { orderEmail, name }, group, purpose }: DraftProps) => {
  const { href, leftOut } = draftOf(orderEmail, purpose, group.lines)
  return (
    <div className="flex flex-col items-start gap-1 sm:items-end">
      <ButtonLink href={href} icon={<Mail />} aria-label={`E-postutkast til ${name}`}>
        E-postutkast
      </ButtonLink>
      {leftOut > 0 && (
        <p className="text-sm text-warning">
          {count(leftOut)} av {linesText(group.lines.length)} får ikke plass: legg ved den
          eksporterte listen
        </p>
      )}
    </div>
  )
}

type Props = { group: Group; namesSupplier: boolean; purpose: string }

export const GroupSection = ({ group, namesSupplier, purpose }: Props) => {
  const { supplier, title, lines, totals } = group
  return (
    <section aria-label={title} className="panel @container flex flex-col gap-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold break-words">
            {supplier ? (
              <RecordLink to="suppliers" id={supplier.id} className={titleLook}>
                {title}
              </RecordLink>
            ) : (
              title
            )}
          </h2>
          {supplier && <Contact supplier={supplier} />}
          <p className="text-sm text-muted tabular-nums">
            {linesText(lines.length)} · {totalText(totals)}
          </p>
        </div>
        {supplier?.orderEmail && <MailDraft supplier={supplier} group={group} purpose={purpose} />}
      </div>
      <LinesTable key={lines.length} group={group} namesSupplier={namesSupplier} />
    </section>
  )
}

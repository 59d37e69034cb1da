import { CalendarClock, History } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { osloDay } from '#contracts/days.ts'
import { asOf, isInstantOrDay, noDate, notAllowed, showAsOf } from '../lib/as-of.ts'
import { attempt } from '../lib/attempt.ts'
import { Button } from '../lib/button.tsx'
import { DialogButton } from '../lib/dialog-button.tsx'
import { dayOrTime } from '../lib/format.ts'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { measured } from '../lib/measured.ts'
import { Notice } from '../lib/notice.tsx'
import { PageFrame } from '../lib/page-frame.tsx'
import { useMay } from '../session/session.ts'
import { LineLabel, lineLook } from './sidebar-line.tsx'

const inWords = (instant: string): string =>
  `${instant.includes('T') ? '' : 'per '}${dayOrTime(instant)}`

const AsOfDialog = lazyDialog(async () => (await import('./as-of-dialog.tsx')).AsOfDialog)

export const AsOfButton = () =>
  useMay('history') && (
    <DialogButton as="button" type="button" className={lineLook} dialog={AsOfDialog} with={{}}>
      <LineLabel Icon={CalendarClock} label="Vis per dato" />
    </DialogButton>
  )

const measure = measured('--banner')

/** Accounts and logs are always shown as they are now. */
const present = ['/konto', '/brukere', '/sikkerhetslogg', '/revisjon']

const shownText = (path: string, instant: string): string => {
  const shown = `slik det var registrert ${inWords(instant)}`
  const what = present.includes(path)
    ? `Denne siden viser alt til nå, de andre ${shown}.`
    : `Viser alt ${shown}.`
  return `${what} Ingenting kan endres her.`
}

const TodayButton = () => (
  <Button onClick={() => void attempt(() => showAsOf(null), 'Kunne ikke vise i dag')}>
    Vis i dag
  </Button>
)

const AsOfBanner = () => {
  const instant = asOf()
  const [path] = useLocation()
  const may = useMay('history')
  if (instant === null) return null
  return (
    <section
      ref={measure}
      aria-label="Vist dato"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-warning-soft px-4 py-2 text-warning sm:px-6 lg:px-8"
    >
      <History aria-hidden className="size-4.5 shrink-0" />
      <p className="min-w-0 flex-1 basis-52">{may ? shownText(path, instant) : notAllowed}</p>
      <TodayButton />
    </section>
  )
}

const faultOf = (instant: string): string | null => {
  if (!isInstantOrDay(instant)) return noDate(instant)
  return osloDay(instant) > osloDay() ? `${dayOrTime(instant)} er ikke kommet ennå` : null
}

const NoInstant = ({ fault }: { fault: string }) => (
  <PageFrame title="Vis per dato">
    <Notice
      icon={<CalendarClock />}
      title={fault}
      hint="Kontroller lenken, eller velg en dato med «Vis per dato» i menyen."
    >
      <TodayButton />
    </Notice>
  </PageFrame>
)

/** The page as the address asks for it, with a banner if that is not now. */
export const AtInstant = ({ children }: { children: ReactNode }) => {
  const instant = asOf()
  const fault = instant === null ? null : faultOf(instant)
  if (fault !== null) return <NoInstant fault={fault} />
  return (
    <>
      <AsOfBanner />
      {children}
    </>
  )
}

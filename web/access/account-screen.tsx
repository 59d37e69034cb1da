import { KeyRound, Monitor, ShieldCheck, ShieldOff, Terminal, UserRound } from 'lucide-react'
import useSWR from 'swr'
import { roles } from '#contracts/access.ts'
import type { OwnAccount } from '#contracts/access-answers.ts'
import { asOf } from '../lib/as-of.ts'
import { Badge } from '../lib/badge.tsx'
import { DialogButton } from '../lib/dialog-button.tsx'
import { dateTime } from '../lib/format.ts'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { PageFrame } from '../lib/page-frame.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { TitledPanel } from '../lib/titled-panel.tsx'
import { accountPath, tokensPath } from './api.ts'
import { SessionsList } from './sessions-list.tsx'
import { TokensList } from './tokens-list.tsx'

const Profile = ({ account }: { account: OwnAccount }) => (
  <TitledPanel title="Profil" icon={<UserRound />}>
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
      {(
        [
          ['Navn', account.name],
          ['Brukernavn', account.username],
          ['Rolle', roles[account.role].label],
          ['Sist innlogget', account.lastLoginAt ? dateTime(account.lastLoginAt) : '–'],
        ] as const
      ).map(([label, value]) => (
        <div key={label} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  </TitledPanel>
)

const PasswordDialog = lazyDialog(
  async () => (await import('./password-dialog.tsx')).PasswordDialog,
)
const TotpDialog = lazyDialog(async () => (await import('./totp-dialog.tsx')).TotpDialog)

const Password = ({ account }: { account: OwnAccount }) => (
  <TitledPanel
    title="Passord"
    icon={<KeyRound />}
    action={
      account.hasPassword &&
      asOf() === null && (
        <DialogButton dialog={PasswordDialog} with={{ account }}>
          Bytt passord
        </DialogButton>
      )
    }
  >
    <p className="text-muted">
      {!account.hasPassword
        ? 'Du logger inn gjennom virksomhetens innlogging og har ikke noe passord her.'
        : account.passwordChangedAt
          ? `Sist byttet ${dateTime(account.passwordChangedAt)}`
          : 'Ikke byttet siden kontoen ble opprettet'}
    </p>
  </TitledPanel>
)

const Totp = ({ account }: { account: OwnAccount }) => {
  const { totp, totpRequired, hasPassword } = account
  const canChange = hasPassword && !(totp && totpRequired) && asOf() === null
  return (
    <TitledPanel
      title="Engangskode"
      icon={totp ? <ShieldCheck /> : <ShieldOff />}
      action={
        canChange && (
          <DialogButton
            look={totp ? 'secondary' : 'primary'}
            dialog={TotpDialog}
            with={{ on: totp }}
          >
            {totp ? 'Slå av' : 'Slå på'}
          </DialogButton>
        )
      }
    >
      <div className="flex flex-wrap items-center gap-2 text-muted">
        <Badge tone={totp ? 'success' : totpRequired ? 'danger' : 'neutral'}>
          {totp ? 'På' : 'Av'}
        </Badge>
        {totp
          ? 'Innlogging krever en kode fra en app i tillegg til passordet.'
          : totpRequired
            ? 'Rollen din krever engangskode. Slå den på for å bruke systemet.'
            : 'Anbefales: et passord på avveie er da ikke nok til å logge inn.'}
      </div>
    </TitledPanel>
  )
}

export const AccountScreen = () => (
  <PageFrame
    title="Min konto"
    description="Passord, engangskode, hvor du er logget inn, og API-nøkler"
  >
    <Loaded
      {...useSWR<OwnAccount>(accountPath)}
      loading="Laster..."
      failed="Kunne ikke hente kontoen"
    >
      {(account) => (
        <div className="grid max-w-4xl gap-4 md:grid-cols-2">
          <Profile account={account} />
          <div className="flex flex-col gap-4">
            <Password account={account} />
            <Totp account={account} />
          </div>
          <div className="md:col-span-2">
            <TitledPanel title="Økter" icon={<Monitor />}>
              <SessionsList owner={accountPath} />
            </TitledPanel>
          </div>
          <div className="md:col-span-2">
            <TitledPanel title="API-nøkler" icon={<Terminal />}>
              <TokensList path={tokensPath} ownerRole={account.role} />
            </TitledPanel>
          </div>
        </div>
      )}
    </Loaded>
  </PageFrame>
)

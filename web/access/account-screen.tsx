import { KeyRound, Monitor, ShieldCheck, ShieldOff, Terminal, UserRound } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { roles } from '#contracts/access.ts'
import { messageOf } from '../lib/api.ts'
import { asOf } from '../lib/as-of.ts'
import { Badge } from '../lib/badge.tsx'
import { Button } from '../lib/button.tsx'
import { dateTime } from '../lib/format.ts'
import { PageFrame } from '../lib/page-frame.tsx'
import { accountPath, tokensPath, useAccount, type Account } from './api.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { SessionsList } from './sessions-list.tsx'
import { TokensList } from './tokens-list.tsx'
import { TotpDialog } from './totp-dialog.tsx'

type PanelProps = { title: string; icon: ReactNode; action?: ReactNode; children: ReactNode }

const Panel = ({ title, icon, action, children }: PanelProps) => (
  <section className="panel p-5">
    <header className="mb-3 flex flex-wrap items-center gap-2 [&>svg]:size-4 [&>svg]:text-muted">
      {icon}
      <h2 className="flex-1 text-lg font-semibold">{title}</h2>
      {action}
    </header>
    {children}
  </section>
)

const Profile = ({ account }: { account: Account }) => (
  <Panel title="Profil" icon={<UserRound />}>
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
  </Panel>
)

const Password = ({ account, onChange }: { account: Account; onChange: () => void }) => (
  <Panel
    title="Passord"
    icon={<KeyRound />}
    action={
      account.hasPassword && asOf() === null && <Button onClick={onChange}>Bytt passord</Button>
    }
  >
    <p className="text-muted">
      {!account.hasPassword
        ? 'Du logger inn gjennom virksomhetens innlogging og har ikke noe passord her.'
        : account.passwordChangedAt
          ? `Sist byttet ${dateTime(account.passwordChangedAt)}`
          : 'Ikke byttet siden kontoen ble opprettet'}
    </p>
  </Panel>
)

const Totp = ({ account, onChange }: { account: Account; onChange: () => void }) => {
  const { totp, totpRequired, hasPassword } = account
  const canChange = hasPassword && !(totp && totpRequired) && asOf() === null
  return (
    <Panel
      title="Engangskode"
      icon={totp ? <ShieldCheck /> : <ShieldOff />}
      action={
        canChange && (
          <Button look={totp ? 'secondary' : 'primary'} onClick={onChange}>
            {totp ? 'Slå av' : 'Slå på'}
          </Button>
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
    </Panel>
  )
}

/** "Min konto": password, one-time codes, where one is signed in, and API tokens. */
export const AccountScreen = () => {
  const { data: account, error, isLoading } = useAccount()
  const [dialog, setDialog] = useState<'password' | 'totp' | null>(null)
  const close = () => setDialog(null)
  return (
    <PageFrame
      title="Min konto"
      description="Passord, engangskode, hvor du er logget inn, og API-nøkler"
      loading={isLoading}
    >
      {error && !account ? (
        <p role="alert" className="text-danger">
          {messageOf(error)}
        </p>
      ) : (
        account && (
          <div className="grid max-w-4xl gap-4 md:grid-cols-2">
            <Profile account={account} />
            <div className="flex flex-col gap-4">
              <Password account={account} onChange={() => setDialog('password')} />
              <Totp account={account} onChange={() => setDialog('totp')} />
            </div>
            <div className="md:col-span-2">
              <Panel title="Økter" icon={<Monitor />}>
                <SessionsList owner={accountPath} />
              </Panel>
            </div>
            <div className="md:col-span-2">
              <Panel title="API-nøkler" icon={<Terminal />}>
                <TokensList path={tokensPath} ownerRole={account.role} />
              </Panel>
            </div>
          </div>
        )
      )}
      {account && dialog === 'password' && <PasswordDialog account={account} onClose={close} />}
      {account && dialog === 'totp' && <TotpDialog on={account.totp} onClose={close} />}
    </PageFrame>
  )
}

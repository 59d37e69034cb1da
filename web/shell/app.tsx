import { Lock } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { Link, Route, Router, Switch, useLocation } from 'wouter'
import { roles } from '#contracts/access.ts'
import { ApiConfig } from '../lib/api-config.tsx'
import { pageAsOf } from '../lib/as-of.ts'
import { ErrorBoundary } from '../lib/error-boundary.tsx'
import { MakeDialogs } from '../lib/make-record.tsx'
import { StaleDataNotice } from '../lib/stale-data.tsx'
import { Notice } from '../lib/notice.tsx'
import { PageFrame } from '../lib/page-frame.tsx'
import { useWindowTitle } from '../lib/window-title.ts'
import { Loading } from '../lib/spinner.tsx'
import { Toasts } from '../lib/toasts.tsx'
import { leaveAfterGuards } from '../lib/leave-guards.ts'
import { SessionGate } from '../session/session-gate.tsx'
import { usePermissions, useUser } from '../session/session.ts'
import { AtInstant } from './as-of.tsx'
import { makeDialogs } from './make-dialogs.tsx'
import { mayOpen, pages, type Page } from './pages.ts'
import { Sidebar } from './sidebar.tsx'

/** The page is English on purpose, like most 404 pages. */
const NotFound = () => {
  useWindowTitle('page', '404 Page Not Found')
  return (
    <div lang="en" className="grid min-h-[80dvh] place-items-center p-4 text-center">
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">404 Page Not Found</h1>
        <p className="mt-2 mb-5 text-muted">The page you are looking for does not exist.</p>
        <Link href="/" className="font-medium text-accent underline-offset-4 hover:underline">
          Go to the dashboard
        </Link>
      </div>
    </div>
  )
}

const NoAccess = () => {
  const user = useUser()
  if (!user) return null
  return (
    <PageFrame title="Ingen tilgang">
      <Notice
        icon={<Lock />}
        title="Du har ikke tilgang til denne siden"
        hint={`Du er logget inn som ${roles[user.role].label.toLowerCase()}. En administrator kan endre rollen din.`}
      >
        <Link href="/" className="font-medium text-accent hover:underline">
          Til Dashboard
        </Link>
      </Notice>
    </PageFrame>
  )
}

const SetUpScreen = lazy(() =>
  import('../access/set-up-screen.tsx').then((m) => ({ default: m.SetUpScreen })),
)

const Opened = ({ page }: { page: Page }) =>
  mayOpen(page, usePermissions()) ? <page.Screen /> : <NoAccess />

export const Pages = () => {
  const [location] = useLocation()
  return (
    <ErrorBoundary key={location.split('/')[1]}>
      <Suspense fallback={<Loading className="p-8" />}>
        <Switch>
          {pages.map((page) => (
            <Route key={page.path} path={page.pattern}>
              <Opened page={page} />
            </Route>
          ))}
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </ErrorBoundary>
  )
}

const Shell = ({ children }: { children: ReactNode }) => (
  <>
    <a
      href="#innhold"
      className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      Hopp til innholdet
    </a>
    <Sidebar />
    <main
      id="innhold"
      tabIndex={-1}
      className="min-w-0 outline-none transition-[margin] duration-150 md:ml-16 md:peer-data-[expanded=true]/side:ml-64 print:ml-0!"
    >
      <AtInstant>{children}</AtInstant>
    </main>
  </>
)

export const App = () => (
  <ApiConfig>
    {location.pathname === '/oppsett' ? (
      // Users of one-time links cannot log in yet.
      <Suspense fallback={<Loading className="p-8" />}>
        <SetUpScreen />
      </Suspense>
    ) : (
      <SessionGate>
        <Router
          hrefs={pageAsOf}
          aroundNav={(go, to, options) => leaveAfterGuards(() => go(pageAsOf(to), options))}
        >
          <MakeDialogs value={makeDialogs}>
            <Shell>
              <Pages />
            </Shell>
          </MakeDialogs>
        </Router>
      </SessionGate>
    )}
    <Toasts />
    <StaleDataNotice />
  </ApiConfig>
)

import { lazy, Suspense } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { ApiConfig } from './lib/api-config.tsx'
import { Announcer } from './lib/announcer.tsx'
import { OlderDataNotice } from './lib/freshness.tsx'
import { ErrorBoundary } from './lib/error-boundary.tsx'
import { Spinner } from './lib/spinner.tsx'
import { Toasts } from './lib/toasts.tsx'
import { routes } from './routes.ts'
import { NotFound } from './shell/not-found.tsx'
import { Shell } from './shell/shell.tsx'
import { SessionGate } from './session/session-gate.tsx'

const SetUpScreen = lazy(() =>
  import('./access/set-up-screen.tsx').then((m) => ({ default: m.SetUpScreen })),
)

const Loading = () => (
  <output className="flex items-center gap-2 p-8 text-muted">
    <Spinner /> Laster...
  </output>
)

const Pages = () => {
  const [location] = useLocation()
  return (
    <ErrorBoundary key={location}>
      <Suspense fallback={<Loading />}>
        <Switch>
          {routes.map(({ path, Screen }) => (
            <Route key={path} path={path} component={Screen} />
          ))}
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </ErrorBoundary>
  )
}

export const App = () => (
  <ApiConfig>
    {location.pathname === '/oppsett' ? (
      // One-time links come before there is an account to log in with.
      <Suspense fallback={<Loading />}>
        <SetUpScreen />
      </Suspense>
    ) : (
      <SessionGate>
        <Shell>
          <Pages />
        </Shell>
      </SessionGate>
    )}
    <Toasts />
    <Announcer />
    <OlderDataNotice />
  </ApiConfig>
)

import { lazy, Suspense, type ComponentProps } from 'react'
import { Link, Route, Switch, useLocation } from 'wouter'
import { ImportDialogContext } from '../catalogue/import-button.tsx'
import { ApiConfig } from '../lib/api-config.tsx'
import { ErrorBoundary } from '../lib/error-boundary.tsx'
import { StaleDataNotice } from '../lib/stale-data.tsx'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { usePageTitle } from '../lib/page-frame.tsx'
import { Loading } from '../lib/spinner.tsx'
import { Toasts } from '../lib/toasts.tsx'
import { SessionGate } from '../session/session-gate.tsx'
import { pages } from './pages.ts'
import { Shell } from './shell.tsx'

/** In English, as the rest of the world's 404 pages. */
const NotFound = () => {
  usePageTitle('404 Page Not Found')
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

const CsvImportDialog = lazyDialog(() =>
  import('../csv-import/csv-import-dialog.tsx').then((m) => m.CsvImportDialog),
)
const importDialog = {
  show: (props: ComponentProps<typeof CsvImportDialog>) => <CsvImportDialog {...props} />,
  preload: CsvImportDialog.preload,
}
const SetUpScreen = lazy(() =>
  import('../access/set-up-screen.tsx').then((m) => ({ default: m.SetUpScreen })),
)

const Pages = () => {
  const [location] = useLocation()
  return (
    <ErrorBoundary key={location}>
      <Suspense fallback={<Loading className="p-8" />}>
        <Switch>
          {pages.map(({ path, Screen }) => (
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
      <Suspense fallback={<Loading className="p-8" />}>
        <SetUpScreen />
      </Suspense>
    ) : (
      <SessionGate>
        <Shell>
          <ImportDialogContext value={importDialog}>
            <Pages />
          </ImportDialogContext>
        </Shell>
      </SessionGate>
    )}
    <Toasts />
    <StaleDataNotice />
  </ApiConfig>
)

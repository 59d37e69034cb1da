import { Link } from 'wouter'
import { usePageTitle } from '../lib/page-frame.tsx'

/** In English, as the rest of the world's 404 pages. */
export const NotFound = () => {
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

import { Lock } from 'lucide-react'
import { Link } from 'wouter'
import { roles } from '#contracts/access.ts'
import { Notice } from '../lib/notice.tsx'
import { PageFrame } from '../lib/page-frame.tsx'
import { useUser } from '../session/session.ts'

/** In place of a page that is for other roles. */
export const NoAccess = () => {
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
          Til dashbordet
        </Link>
      </Notice>
    </PageFrame>
  )
}

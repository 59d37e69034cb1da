import { FolderKanban } from 'lucide-react'
import { PageFrame } from '../lib/page-frame.tsx'

export const ProjectsScreen = () => (
  <PageFrame title="Prosjekter" description="Opprett og administrer prosjekter">
    <div className="panel grid place-items-center px-4 py-20 text-center">
      <FolderKanban className="mb-3 size-10 stroke-[1.5] text-faint" />
      <h2 className="text-lg font-semibold">Siden er under utvikling</h2>
      <p className="mt-1 max-w-md text-muted">Snart kan du administrere prosjekter her.</p>
    </div>
  </PageFrame>
)

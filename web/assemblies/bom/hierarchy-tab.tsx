import { ChevronsDownUp, ChevronsUpDown, Info, ListTree } from 'lucide-react'
import type { HierarchyAnswer } from '#contracts/assembly/bom-answers.ts'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../lib/button.tsx'
import { toast } from '../../lib/toasts.tsx'
import { Empty, Loaded } from '../../lib/loaded.tsx'
import { hierarchyPath, readWithRetry, useHierarchy } from './answers.ts'
import { useAbsent, useAsOfPath } from './as-of.tsx'
import { useCostOf } from './cost.ts'
import { CostFooter } from './cost-views.tsx'
import { useTree } from './tree.ts'
import { Treegrid } from './treegrid.tsx'

const failed = 'Feil ved lasting av hierarkidata'

const Tree = ({ assemblyId, answer }: { assemblyId: number; answer: HierarchyAnswer }) => {
  const toPath = useAsOfPath()
  const { rows, toggle, openAll, closeAll } = useTree({
    items: answer.items,
    load: async ({ item }) => {
      const path = `${hierarchyPath(assemblyId)}?parent=${encodeURIComponent(item.node ?? '')}`
      return (await readWithRetry<HierarchyAnswer>(toPath(path))).items
    },
    onFailure: (error) => toast({ title: failed, text: messageOf(error), destructive: true }),
  })
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 px-5 py-3">
        <Button icon={<ChevronsUpDown />} onClick={openAll}>
          Utvid alle
        </Button>
        <Button icon={<ChevronsDownUp />} onClick={closeAll}>
          Lukk alle
        </Button>
      </div>
      {answer.truncated && (
        <p
          role="note"
          className="mx-5 mb-3 flex shrink-0 items-start gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning"
        >
          <Info className="mt-0.5 size-4 shrink-0" />
          {answer.notice}
        </p>
      )}
      <Treegrid rows={rows} costOf={useCostOf(assemblyId)} onToggle={toggle} />
      <CostFooter assemblyId={assemblyId} />
    </>
  )
}

export const HierarchyTab = ({ assemblyId }: { assemblyId: number }) => (
  <Loaded
    {...useHierarchy(assemblyId)}
    loading="Laster hierarki..."
    failed={failed}
    missing={useAbsent()}
  >
    {(answer) =>
      answer.items.length === 0 ? (
        <Empty icon={<ListTree />}>Ingen hierarkidata tilgjengelig</Empty>
      ) : (
        <Tree assemblyId={assemblyId} answer={answer} />
      )
    }
  </Loaded>
)

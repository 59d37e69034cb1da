import { atom, createStore } from 'jotai'
import type { JobAnswer } from '#contracts/csv/answer.ts'
import type { Entity } from '#contracts/entity.ts'
import { messageOf } from '../lib/api.ts'
import { refresh } from '../lib/refresh.ts'
import { toast } from '../lib/toasts.tsx'
import { followJob } from './import-api.ts'
import { resultLines, undoneText } from './import-texts.ts'

/** Imports that are being followed, by id, as they last were. They are, also while no dialog shows them. */
export const importStore = createStore()
export const importsAtom = atom<ReadonlyMap<string, JobAnswer>>(new Map())

const remember = (job: JobAnswer) =>
  importStore.set(importsAtom, (jobs) => new Map(jobs).set(job.id, job))

const unknownFault = 'Ukjent feil oppstod'

export const failed = ({ noun: { many } }: Entity, text: string): void =>
  toast({ title: `Feil ved CSV-import av ${many}`, text: text || unknownFault, destructive: true })

const announce = (entity: Entity, job: JobAnswer) => {
  // Of its columns the dialog asks.
  if (job.state === 'failed' && job.headings) return
  if (job.state === 'failed') return failed(entity, job.error ?? unknownFault)
  if (job.state === 'done' && job.answer)
    return toast({ title: 'CSV Import Fullført', lines: resultLines(entity, job.answer) })
  if (job.state === 'cancelled' && job.stage === 'undo')
    return toast({ title: 'Angringen er avbrutt', text: job.error ?? undefined })
  if (job.state === 'cancelled')
    return toast({ title: 'Importen er avbrutt', text: job.answer?.message })
  if (job.state === 'undone' && job.undo)
    return toast({ title: 'Importen er angret', text: undoneText(job.undo) })
}

const changed = ['done', 'cancelled', 'failed', 'undone']

/** Follows a job to its end, then tells of it and reads the lists again. */
export const watchImport = async (entity: Entity, job: JobAnswer): Promise<JobAnswer | null> => {
  remember(job)
  try {
    const end = await followJob(job.id, remember)
    if (changed.includes(end.state)) void refresh()
    announce(entity, end)
    return end
  } catch (error) {
    failed(entity, messageOf(error, unknownFault))
    return null
  }
}

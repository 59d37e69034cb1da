import { useState } from 'react'
import type { JobAnswer } from '#contracts/csv/answer.ts'
import type { Entity } from '#contracts/entity.ts'
import { cancelJob, hasEnded, runJob, undoJob } from '../csv-import/import-api.ts'
import { fieldErrors } from '../form/submit.ts'
import { messageOf } from '../lib/api.ts'
import { askBulk, followBulk, undoBulk } from './bulk-api.ts'
import { choicesFor } from './choices.ts'

/** Names the field where something was wrong with one. */
const problemOf = (entity: Entity, error: unknown): string => {
  const [found] = fieldErrors(error)
  const choice = choicesFor(entity).find(({ path }) => path === found?.path)
  return found && choice
    ? `${choice.field.label}: ${found.message}`
    : messageOf(error, 'Ukjent feil oppstod')
}

/** A change of many records, from the dry run to its undoing. */
export const useBulk = (entity: Entity) => {
  const [job, setJob] = useState<JobAnswer | null>(null)
  const [problem, setProblem] = useState('')
  const [sending, setSending] = useState(false)

  const act = async (ask: () => Promise<JobAnswer>): Promise<JobAnswer | null> => {
    setProblem('')
    setSending(true)
    try {
      const started = await ask()
      setSending(false)
      return await followBulk(started, setJob)
    } catch (error) {
      setProblem(problemOf(entity, error))
      setSending(false)
      return null
    }
  }
  return {
    job,
    problem,
    setProblem,
    busy: sending || (job !== null && !hasEnded(job)),
    check: (what: 'change' | 'delete', body: object) => act(() => askBulk(entity, what, body)),
    run: (id: string, reason: string) => act(() => runJob(id, reason)),
    /** Goes on with what a fault ended. */
    resume: ({ id, stage }: JobAnswer) =>
      act(() => (stage === 'undo' ? undoJob(id) : runJob(id, ''))),
    undo: (one: JobAnswer) => undoBulk(one, setJob),
    cancel: (id: string) => cancelJob(id),
    /** Back to what is to be changed. */
    reset: () => setJob(null),
  }
}

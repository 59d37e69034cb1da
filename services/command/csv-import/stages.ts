import { entityNamed } from '#contracts/catalogue/index.ts'
import { checkIdentifier } from '#contracts/csv/identify.ts'
import { importAnswer } from './answer.ts'
import { check } from './check.ts'
import type { Job } from './job.ts'
import { enterStage, saveAndTell, type LiveJob } from './live-job.ts'
import { openNotes } from './notes.ts'
import { understand as understandFile } from './reading.ts'
import { run } from './run.ts'
import { tasks, type TaskNeeds } from './tasks.ts'
import { undo } from './undo.ts'

type Needs = TaskNeeds & { readonly now: () => Date }

const undoCancelled = 'Angringen ble avbrutt. Det som er angret, står.'

/** What happens to a file, in three stages, each of which a crash may interrupt. */
export const stages = (needs: Needs) => {
  const { folders, now } = needs
  const { taskFor, workFor } = tasks(needs)

  const end = async (one: LiveJob, state: Job['state'], error: string | null = null) => {
    Object.assign(one.job, { state, error, finishedAt: now().toISOString() })
    // With the state: a save that is under way tells of it too.
    one.told = one.job.done
    await saveAndTell(one, folders)
  }
  const understand = async ({ job }: LiveJob) => {
    const entity = entityNamed(job.entity)
    const understood = await understandFile(entity, folders.pieces(job.id), job)
    const isFirst = job.rows === 0
    if (isFirst && !understood.priceFile)
      checkIdentifier(entity, understood.header, job.options.uniqueIdentifier)
    return understood
  }

  const enter = async (one: LiveJob, stage: 'run' | 'undo') => {
    const { job } = one
    enterStage(one, stage)
    job.state = stage === 'run' ? 'running' : 'undoing'
    job.finishedAt = null
    one.pace = { since: now().getTime(), doneBefore: job.done }
    await saveAndTell(one, folders)
  }

  const checking = (one: LiveJob) => async () => {
    const { job } = one
    job.stage = 'check'
    const understood = await understand(one)
    job.rows = understood.rows
    const work = await workFor(one, understood)
    try {
      const made = await check(work)
      job.answer = importAnswer(work, { ...made, dryRun: true, isCancelled: false })
    } finally {
      await work.close()
    }
    await end(one, 'checked')
  }

  const running = (one: LiveJob, isResumed: boolean) => async () => {
    const { job } = one
    const understood = await understand(one)
    job.rows = understood.rows
    if (!isResumed) job.marksBegun = true
    await enter(one, 'run')
    const work = await workFor(one, understood)
    const notes = await openNotes(folders.paths(job.id).notes, understood.rows)
    let isWhole: boolean
    try {
      isWhole = await run(work, notes, isResumed)
      // Told to stop, not cancelled: the next start goes on from here.
      if (!isWhole && !one.cancelled) return
      const count = (name: string) => job.made.filter(({ entity }) => entity === name).length
      job.answer = importAnswer(work, {
        suppliers: count('suppliers'),
        manufacturers: count('manufacturers'),
        dryRun: false,
        isCancelled: !isWhole,
      })
    } finally {
      await work.close()
      await notes.close()
    }
    await end(one, isWhole ? 'done' : 'cancelled')
  }

  const undoing = (one: LiveJob) => async () => {
    const { job } = one
    await enter(one, 'undo')
    const understood = await understand(one)
    const task = await taskFor(one, understood)
    const notes = await openNotes(folders.paths(job.id).notes, understood.rows)
    let isWhole: boolean
    try {
      const undone = await undo(task, notes)
      ;({ isWhole } = undone)
      if (!isWhole && !one.cancelled) return
      job.undo = undone.account
    } finally {
      await task.close()
      await notes.close()
    }
    if (!isWhole) return end(one, 'cancelled', undoCancelled)
    await end(one, 'undone')
    await folders.forgetNotes(job.id)
  }

  return { end, checking, running, undoing }
}

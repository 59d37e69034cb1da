import { entityNamed } from '#contracts/catalogue/index.ts'
import { identifierFor } from '#contracts/csv/identify.ts'
import type { Understood } from '#contracts/csv/understood.ts'
import type { EventLog } from '#contracts/event-log.ts'
import type { Commands } from '#command/kernel/commands.ts'
import { locks } from '#command/kernel/locks.ts'
import { importAnswer } from './answer.ts'
import { check } from './check.ts'
import { faultyFile } from './faulty-file.ts'
import type { Job, Pace } from './job.ts'
import type { JobFolders } from './job-folder.ts'
import { openJournal } from './journal.ts'
import type { TitleOf } from './lookup.ts'
import { understand as understandFile } from './reading.ts'
import { run } from './run.ts'
import { openNotes } from './notes.ts'
import { newTally } from './tally.ts'
import { undo } from './undo.ts'
import type { Work } from './work.ts'

/** An import that this process knows, with who listens to it. */
export type LiveJob = {
  readonly job: Job
  pace: Pace
  cancelled: boolean
  /** Resolves when the stage under way has ended, rejects with what went wrong. */
  ended: Promise<void>
  readonly listeners: Set<() => void>
}

type Needs = {
  readonly commands: Commands
  readonly log: EventLog
  readonly titleOf: TitleOf
  readonly folders: JobFolders
  readonly now: () => Date
  readonly onFault: (error: unknown, id: string) => void
  readonly isStopping: () => boolean
  /** Rows that this job may have in flight now. */
  readonly width: () => number
}

const tellEvery = 200
const saveEvery = 1_000

export const tell = (one: LiveJob): void => one.listeners.forEach((listen) => listen())

/** What happens to a file, in three stages, each of which a crash may interrupt. */
export const stages = (needs: Needs) => {
  const names = locks()
  const { folders, now, onFault, isStopping } = needs

  const end = async (one: LiveJob, state: Job['state'], error: string | null = null) => {
    Object.assign(one.job, { state, error, finishedAt: now().toISOString() })
    await folders.save(one.job)
    tell(one)
  }

  const workFor = async (
    one: LiveJob,
    understood: Understood,
  ): Promise<Work & { close(): Promise<void> }> => {
    const { job } = one
    const entity = entityNamed(job.entity)
    const paths = folders.paths(job.id)
    const journal = await openJournal(paths.journal, understood.rows)
    const faulty = await faultyFile(paths.faulty, understood)
    let saved = Date.now()
    let told = 0
    return {
      job,
      entity,
      understood,
      identifier: understood.priceFile
        ? entity.csv!.priceFiles!
        : identifierFor(entity, understood.header, job.options.uniqueIdentifier),
      pieces: folders.pieces(job.id),
      journal,
      tally: newTally(),
      faulty,
      commands: needs.commands,
      log: needs.log,
      locks: names,
      titleOf: needs.titleOf,
      isCancelled: () => one.cancelled || isStopping(),
      width: needs.width,
      progressed: () => {
        const at = Date.now()
        if (at - told >= tellEvery) {
          told = at
          tell(one)
        }
        if (at - saved >= saveEvery) {
          saved = at
          folders.save(job).catch((error: unknown) => onFault(error, job.id))
        }
      },
      close: async () => {
        await faulty.close()
        await journal.close()
      },
    }
  }
  const understand = async ({ job }: LiveJob) => {
    const understood = await understandFile(entityNamed(job.entity), folders.pieces(job.id), job)
    job.rows = understood.rows
    return understood
  }

  const checking = (one: LiveJob) => async () => {
    one.job.stage = 'check'
    const understood = await understand(one)
    const work = await workFor(one, understood)
    try {
      const made = await check(work)
      one.job.answer = importAnswer(work, { ...made, dryRun: true, isCancelled: false })
    } finally {
      await work.close()
    }
    await end(one, 'checked')
  }

  const runningStage = (one: LiveJob, isResumed: boolean) => async () => {
    const { job } = one
    const understood = await understand(one)
    job.state = 'running'
    job.stage = 'run'
    job.done = 0
    one.pace = { since: now().getTime(), doneBefore: 0 }
    job.finishedAt = null
    await folders.save(job)
    const work = await workFor(one, understood)
    const notes = await openNotes(folders.paths(job.id).notes, understood.rows)
    try {
      await run(work, notes, isResumed)
      // Told to stop, not cancelled: the next start goes on from here.
      if (isStopping() && job.done < job.rows) return
      const count = (name: string) => job.made.filter(({ entity }) => entity === name).length
      job.answer = importAnswer(work, {
        suppliers: count('suppliers'),
        manufacturers: count('manufacturers'),
        dryRun: false,
        isCancelled: one.cancelled,
      })
    } finally {
      await work.close()
      await notes.close()
    }
    await end(one, one.cancelled && job.done < job.rows ? 'cancelled' : 'done')
    await folders.forgetNotes(job.id)
  }

  const undoing = (one: LiveJob) => async () => {
    const { job } = one
    job.state = 'undoing'
    job.stage = 'undo'
    job.done = 0
    one.pace = { since: now().getTime(), doneBefore: 0 }
    job.finishedAt = null
    await folders.save(job)
    const understood = await understand(one)
    const work = await workFor(one, understood)
    try {
      job.undo = await undo(work)
    } finally {
      await work.close()
    }
    await end(one, 'undone')
  }

  return { end, checking, running: runningStage, undoing }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { identifierFor } from '#contracts/csv/identify.ts'
import type { Understood } from '#contracts/csv/understood.ts'
import type { EventLog } from '#contracts/event-log.ts'
import type { Disk } from '../../kernel/disk.ts'
import type { Commands } from '#command/kernel/commands.ts'
import { locks } from '#command/kernel/locks.ts'
import { faultyFile } from './faulty-file.ts'
import type { JobFolders } from './job-folder.ts'
import { openJournal } from './journal.ts'
import { saveAndTell, type LiveJob } from './live-job.ts'
import type { TitleOf } from './lookup.ts'
import { newTally } from './tally.ts'
import type { Task, Work } from './work.ts'

export type TaskNeeds = {
  readonly commands: Commands
  readonly log: EventLog
  readonly disk: Disk
  readonly titleOf: TitleOf
  readonly folders: JobFolders
  readonly onFault: (error: unknown, id: string) => void
  readonly isStopping: () => boolean
  /** Rows that this job may have in flight now. */
  readonly width: () => number
}

const tellEvery = 250
const lookEvery = 250

type Closing = { close(): Promise<void> }

/** What the stages of an import work with. Its journal is open until it is closed. */
export const tasks = (needs: TaskNeeds) => {
  const names = locks()
  const { folders, disk, onFault, isStopping, commands, log, titleOf, width } = needs

  const progress = (one: LiveJob) => {
    let last = 0
    return () => {
      const at = Date.now()
      if (at - last < tellEvery) return
      last = at
      saveAndTell(one, folders).catch((error: unknown) => onFault(error, one.job.id))
    }
  }

  const taskFor = async (one: LiveJob, understood: Understood): Promise<Task & Closing> => {
    const { job } = one
    const journal = await openJournal(folders.paths(job.id).journal, understood.rows)
    const isCancelled = () => one.cancelled || isStopping()
    return {
      job,
      entity: entityNamed(job.entity),
      understood,
      pieces: folders.pieces(job.id),
      journal,
      commands,
      log,
      isCancelled,
      room: async () => {
        while (disk.problem() !== null && !isCancelled()) await sleep(lookEvery)
      },
      width,
      progressed: progress(one),
      close: () => journal.close(),
    }
  }

  const workFor = async (one: LiveJob, understood: Understood): Promise<Work & Closing> => {
    const task = await taskFor(one, understood)
    const { entity, job } = task
    const faulty = await faultyFile(folders.paths(job.id).faulty, understood)
    return {
      ...task,
      identifier: understood.priceFile
        ? entity.csv!.priceFiles!
        : identifierFor(entity, understood.header, job.options.uniqueIdentifier),
      tally: newTally(),
      faulty,
      locks: names,
      titleOf,
      close: async () => {
        await faulty.close()
        await task.close()
      },
    }
  }

  return { taskFor, workFor }
}

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Databases } from '../postgres/part-databases.ts'
import { holderOf } from '../data-folder/data-lock.ts'
import { readJson, replaceFile } from '#kernel/replace-file.ts'

/** Contains secrets, so only the owner may read the file. */
export type RunningSystem = {
  readonly address: string
  /** For people, whose way may go through a proxy. */
  readonly publicAddress: string
  readonly commandUrl: string
  readonly projectorUrl: string
  readonly databases: Databases
  readonly eventstoreUrl: string
  readonly internalToken: string
}

const pathIn = (dataDir: string) => join(dataDir, 'run.json')

export const writeRunFile = (dataDir: string, run: RunningSystem): void =>
  replaceFile(pathIn(dataDir), JSON.stringify(run, null, 2))

export const removeRunFile = (dataDir: string): void => rmSync(pathIn(dataDir), { force: true })

export const runningSystem = (dataDir: string): RunningSystem | null =>
  holderOf(dataDir) && readJson(pathIn(dataDir))

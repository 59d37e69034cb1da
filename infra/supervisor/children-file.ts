import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { endedWithin, isAlive, startedAt } from '../postgres/processes.ts'
import { readJson, replaceFile } from '#kernel/replace-file.ts'

type Child = { readonly name: string; readonly pid: number; readonly startedAt: string }

const pathIn = (dataDir: string) => join(dataDir, 'children.json')

export const rememberedChildren = (dataDir: string): readonly Child[] =>
  readJson(pathIn(dataDir)) ?? []

export const rememberChildren = (dataDir: string) => {
  const children = new Map<string, Child>()
  return (name: string, pid: number): void => {
    children.set(name, { name, pid, startedAt: startedAt(pid) })
    replaceFile(pathIn(dataDir), JSON.stringify([...children.values()]))
  }
}

export const forgetChildren = (dataDir: string): void => rmSync(pathIn(dataDir), { force: true })

/** Services stop by themselves when their supervisor is killed; this kills those that hang. */
export const endLeftoverChildren = async (dataDir: string): Promise<void> => {
  const left = rememberedChildren(dataDir).filter(
    ({ pid, startedAt: at }) => isAlive(pid) && startedAt(pid) === at,
  )
  if (left.length > 0) console.log('Venter på at forrige kjøring avslutter')
  for (const { pid } of left) process.kill(pid, 'SIGTERM')
  for (const { pid } of left) if (!(await endedWithin(pid, 5000))) process.kill(pid, 'SIGKILL')
  forgetChildren(dataDir)
}

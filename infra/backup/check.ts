import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip } from 'node:zlib'
import type { LogRecord } from '#infra/eventstore/server/log/record.ts'
import { linesOf } from '#infra/eventstore/lines.ts'
import { logCheck } from '#infra/eventstore/verify.ts'
import { filesIn, digestOf } from './files.ts'
import { type LogEnd, manifestFile, readManifest, type Entry, type Manifest } from './manifest.ts'

const maxFaults = 100

type LogLine = Omit<LogRecord, 'bytes'> & { readonly record: string; readonly checksum: number }

const recordOf = ({ record, ...place }: LogLine): LogRecord => ({
  ...place,
  bytes: Buffer.from(record.slice('\\x'.length), 'hex'),
})

/** Checks each event of a copied log against its checksum and the event before it. */
const checkLog = async (
  folder: string,
): Promise<{ readonly end: LogEnd; readonly faults: readonly string[] }> => {
  const path = join(folder, 'eventstore', 'public.events.ndjson.gz')
  const check = logCheck()
  const faults: string[] = []
  let events = 0
  let last: LogEnd['last'] = null
  const text = createReadStream(path).pipe(createGunzip()).setEncoding('utf8')
  for await (const row of linesOf(text)) {
    const line = JSON.parse(row) as LogLine
    const fault = check(recordOf(line), line.checksum)
    if (fault && faults.length < maxFaults)
      faults.push(`SKADET plass ${line.position}, ${line.stream} nr. ${line.revision}: ${fault}`)
    events++
    last = { position: line.position, id: line.id }
  }
  return { end: { events, last }, faults }
}

type Checked = { readonly manifest: Manifest; readonly faults: readonly string[] }

const faultIn = async (path: string, { size, sha256 }: Entry): Promise<string | null> => {
  if (!existsSync(path)) return 'mangler'
  const found = await digestOf(path)
  if (found.size !== size) return 'har en annen lengde enn da kopien ble tatt'
  return found.sha256 === sha256 ? null : 'har et annet innhold enn da kopien ble tatt'
}

const faultsInFiles = async (folder: string, { files }: Manifest): Promise<string[]> => {
  const faults: string[] = []
  for (const [path, entry] of Object.entries(files)) {
    const fault = await faultIn(join(folder, path), entry)
    if (fault) faults.push(`SKADET ${path} ${fault}`)
  }
  for (const path of await filesIn(folder))
    if (path !== manifestFile && !files[path]) faults.push(`UKJENT ${path} står ikke i manifestet`)
  return faults
}

const faultsInLog = async (folder: string, { log }: Manifest): Promise<readonly string[]> => {
  if (!log) return []
  const { end, faults } = await checkLog(folder)
  return isDeepStrictEqual(end, log)
    ? faults
    : [...faults, `SKADET hendelsesloggen har ${end.events} hendelser, og manifestet ${log.events}`]
}

/** Checks that no file is damaged, missing or unknown, and that the log is intact to its last event. */
export const checkBackup = async (folder: string): Promise<Checked> => {
  const manifest = readManifest(folder)
  const faults = await faultsInFiles(folder, manifest)
  return {
    manifest,
    faults: faults.length > 0 ? faults : await faultsInLog(folder, manifest),
  }
}

const count = new Intl.NumberFormat('nb')

/** True if there are no faults. */
export const reportCheck = ({ manifest, faults }: Checked): boolean => {
  for (const fault of faults) console.log(fault)
  if (faults.length > 0) {
    console.log(`${count.format(faults.length)} feil. Ta en ny kopi, eller bruk en annen.`)
    return false
  }
  const { log, files, filesElsewhere, madeAt } = manifest
  const entries = Object.values(files)
  const size = entries.reduce((sum, entry) => sum + entry.size, 0)
  console.log(
    `Kopien fra ${madeAt} er hel: ${count.format(entries.length)} filer, ${count.format(Math.ceil(size / 1e6))} MB.`,
  )
  if (log)
    console.log(
      `Hendelsesloggen er hel: ${count.format(log.events)} hendelser, til plass ${log.last?.position ?? 0}.`,
    )
  else
    console.log(
      'Hendelsesloggen ligger i en egen server, og kopieres med dens egne verktøy, før denne kopien tas.',
    )
  if (filesElsewhere) console.log('Opplastede filer ligger i et S3-lager, og kopieres der.')
  return true
}

import type { Checked } from '#infra/backup/check.ts'

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

import { verifyStore } from '#infra/eventstore/verify.ts'

/** Says what is wrong with the embedded event store's records; true if nothing is. */
export const verifyLog = async (databaseUrl: string | null): Promise<boolean> => {
  if (databaseUrl === null) {
    console.log('Hendelsesloggen ligger i en egen server, som har sin egen kontroll.')
    return true
  }
  const { events, damages } = await verifyStore(databaseUrl)
  for (const { position, stream, revision, what } of damages)
    console.log(`SKADET plass ${position}, ${stream} nr. ${revision}: ${what}`)
  console.log(
    damages.length === 0
      ? `Hendelsesloggen er hel: ${events} hendelser kontrollert.`
      : `Hendelsesloggen er skadet. Hent den tilbake fra en sikkerhetskopi.`,
  )
  return damages.length === 0
}

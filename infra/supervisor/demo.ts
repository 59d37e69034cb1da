import { fillIfEmpty } from '../demo/fill.ts'

const wayIn = `Logg inn med en konto som finnes. Er passordet borte, gir dette en ny lenke å komme inn med:
  npm run access -- list
  npm run access -- reset <brukernavn>`

/** Fills the system with the sample. What goes wrong is said; the system keeps running. */
export const runDemo = async (
  address: string,
  account: Readonly<Record<string, string>>,
  hasAccounts: boolean,
  signal: AbortSignal,
): Promise<void> => {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = account
  if (!username || !password)
    return console.log(
      hasAccounts
        ? `Systemet er i bruk fra før, så eksemplene legges ikke inn på nytt.\n${wayIn}`
        : 'Eksemplene legges inn når systemet startes med ADMIN_USERNAME og ADMIN_PASSWORD.',
    )
  try {
    await fillIfEmpty(address, username, password)
  } catch (error) {
    if (signal.aborted) return
    console.error(error instanceof Error ? error.message : error)
    return console.error(`Eksemplene ble ikke lagt helt inn.\n${wayIn}`)
  }
  if (username === 'demo') console.log(`Logg inn som ${username} med passordet ${password}`)
}

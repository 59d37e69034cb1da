import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'

/** Numbers that no distribution gives to accounts, services or containers, by systemd's table of UIDs and GIDs. */
const first = 60_578
const last = 61_183

/** Has an account everywhere; but other daemons run so too, and releases before let Postgres. */
const nobody = 65_534

const hasAccount = (uid: number): boolean =>
  spawnSync('getent', ['passwd', String(uid)], { stdio: 'ignore' }).status === 0

/** The user that Postgres runs as when root starts it: whose its folder is, else a number that no account has. */
export const ownUid = (folder: string): number => {
  const { uid: owner } = statSync(folder)
  if (owner !== 0 && owner !== nobody) return owner
  const count = last - first + 1
  const start = createHash('sha256').update(folder).digest().readUInt32BE() % count
  for (let n = 0; n < count; n++) {
    const uid = first + ((start + n) % count)
    if (!hasAccount(uid)) return uid
  }
  throw new Error(
    `Alle brukernumre fra ${first} til ${last} har en konto. Start som en vanlig bruker.`,
  )
}

/** The same for initdb, which runs for no user without an account: what it makes is handed over at once. */
export const accountUid = (folder: string): number => {
  const uid = ownUid(folder)
  return hasAccount(uid) ? uid : nobody
}

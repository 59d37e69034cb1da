import { networkOf } from '../store/visitor.ts'

export type Limit = {
  readonly key: string
  /** So many failures are free; each one after them doubles the wait. */
  readonly free: number
  readonly windowSeconds: number
  readonly waitSeconds: number
  readonly longestSeconds: number
}

/** An attempt that counts: what is forgotten when it succeeds comes first among its limits. */
export type Attempt = {
  /** Attempts of one queue are judged one after the other. */
  readonly queue: string
  readonly limits: readonly [Limit, ...Limit[]]
}

const minute = 60
const hour = 3600

const few = { free: 5, windowSeconds: hour, waitSeconds: minute, longestSeconds: 15 * minute }

const ofPair = (account: string, network: string): Limit => ({
  key: `pair:${account}|${network}`,
  ...few,
})

const ofNetwork = (network: string): Limit => ({
  key: `address:${network}`,
  free: 20,
  windowSeconds: minute,
  waitSeconds: minute,
  longestSeconds: minute,
})

/** From many addresses at once. Generous, so that nobody can lock another out with little effort. */
const ofAccount = (account: string): Limit => ({
  key: `account:${account}`,
  free: 100,
  windowSeconds: 15 * minute,
  waitSeconds: minute,
  longestSeconds: 15 * minute,
})

/** What others try, here or elsewhere, does not shut out whoever has been let in from this device. */
const onDevice = (account: string, device: string): Attempt => ({
  queue: device,
  limits: [{ key: `device:${account}|${device}`, ...few }],
})

/** `device` only if it was signed in to the account before. */
export const passwordAttempt = (
  account: string,
  address: string,
  device: string | null = null,
): Attempt => {
  if (device !== null) return onDevice(account, device)
  const network = networkOf(address)
  return {
    queue: network,
    limits: [ofPair(account, network), ofNetwork(network), ofAccount(account)],
  }
}

/** Whoever gets here has the password: nobody is shut out by strangers, so few tries are enough. */
export const totpAttempt = (account: string): Attempt => ({
  queue: `code:${account}`,
  limits: [{ ...few, key: `code:${account}`, free: 10, windowSeconds: 24 * hour }],
})

/** Nothing holds for all one-time links: a stranger could stop everybody's. */
export const linkAttempt = (address: string): Attempt => {
  const network = networkOf(address)
  return { queue: network, limits: [ofPair('code', network), ofNetwork(network)] }
}

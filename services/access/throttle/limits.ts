import { networkOf } from '../store/visitor.ts'

export type Limit = {
  readonly key: string
  /** Each failure after the free ones doubles the wait. */
  readonly free: number
  readonly windowSeconds: number
  readonly waitSeconds: number
  readonly longestSeconds: number
}

/** A success clears the first limit only. */
export type Attempt = {
  /** Attempts in one queue run one after the other. */
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

/** Against guesses from many addresses. High, so that nobody can easily lock another user out. */
const ofAccount = (account: string): Limit => ({
  key: `account:${account}`,
  free: 100,
  windowSeconds: 15 * minute,
  waitSeconds: minute,
  longestSeconds: 15 * minute,
})

const onDevice = (account: string, device: string): Attempt => ({
  queue: device,
  limits: [{ key: `device:${account}|${device}`, ...few }],
})

/** Null unless this device was signed in to the account before. */
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

/** Strict, because only someone with the password gets this far. */
export const totpAttempt = (account: string): Attempt => ({
  queue: `code:${account}`,
  limits: [{ ...few, key: `code:${account}`, free: 10, windowSeconds: 24 * hour }],
})

/** No limit over all links: with one, a stranger could block everybody's. */
export const linkAttempt = (address: string): Attempt => {
  const network = networkOf(address)
  return { queue: network, limits: [ofPair('code', network), ofNetwork(network)] }
}

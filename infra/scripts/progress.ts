/** Says how far it has come, every few seconds. */
export const progress = (what: string, every = 3_000) => {
  let said = Date.now()
  return (done: bigint, last: bigint): void => {
    if (Date.now() - said < every || last === 0n) return
    said = Date.now()
    console.log(`${what}: ${(done * 100n) / last} %`)
  }
}

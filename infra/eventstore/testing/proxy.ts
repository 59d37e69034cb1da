import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

type Test = { readonly teardown: (end: () => Promise<void>) => unknown }

export type Proxy = {
  readonly port: number
  /** Existing connections stay open but pass nothing on. New ones work. */
  readonly swallow: () => void
  readonly reset: () => void
  readonly swallowNew: (on: boolean) => void
}

export const startProxy = async (t: Test, target: number): Promise<Proxy> => {
  const pairs = new Set<readonly [Socket, Socket]>()
  let swallowing = false
  const mute = ([near, far]: readonly [Socket, Socket]) => {
    near.unpipe(far).pause()
    far.unpipe(near).pause()
  }
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    const pair = [near, far] as const
    pairs.add(pair)
    for (const socket of pair)
      socket
        .on('error', () => undefined)
        .on('close', () => {
          pairs.delete(pair)
          near.destroy()
          far.destroy()
        })
    near.pipe(far)
    far.pipe(near)
    if (swallowing) mute(pair)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const reset = () => pairs.forEach(([near]) => near.resetAndDestroy())
  t.teardown(async () => {
    reset()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    port: (server.address() as AddressInfo).port,
    swallow: () => pairs.forEach(mute),
    swallowNew: (on) => void (swallowing = on),
    reset,
  }
}

import { unknownProxyText } from '../gateway/door/unknown-proxy.ts'
import { configuration } from './configuration.ts'
import { runDemo } from './demo.ts'
import { complain, say } from './say.ts'
import { firstAccount, setUpText, weakPasswordText } from './set-up.ts'
import type { Programs } from './services.ts'
import { startSystem } from './system.ts'
import { stopRequests } from './stop-requests.ts'

/** `npm start`: everything from the environment to the last stopped process. */
export const main = async (
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  mains?: Programs,
): Promise<void> => {
  const requests = stopRequests(env)
  try {
    const config = configuration(env, args)
    const account = firstAccount(env, config)
    const system = await startSystem(config, account, requests.signal, mains)
    say(`Stykkliste er klar på ${system.address}`)
    const weak = weakPasswordText(account)
    if (weak) complain(weak)
    const unknownProxy = unknownProxyText(env)
    if (unknownProxy) complain(unknownProxy)
    const text = setUpText(config, system.address)
    if (text) say(text)
    if (config.demo) await runDemo(system.address, account, text === null, requests.signal)
    await requests.asked
    say('Avslutter ...')
    await system.stop()
    say('Stykkliste er stoppet.')
  } catch (error) {
    if (!requests.signal.aborted) {
      complain(error instanceof Error ? error.message : String(error))
      process.exitCode = 1
    }
  }
  process.exit()
}

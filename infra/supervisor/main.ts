import { unknownProxyText } from '#gateway/middleware/unknown-proxy.ts'
import { configuration } from './configuration.ts'
import { runDemo } from './demo.ts'
import { printError, print } from './console.ts'
import { firstAccount, setUpText, weakPasswordText } from './set-up.ts'
import type { Programs } from './services.ts'
import { startSystem } from './system.ts'
import { createStopRequests } from './stop-requests.ts'

/** `npm start`: everything from the environment to the last stopped process. */
export const main = async (
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  mains?: Programs,
): Promise<void> => {
  const requests = createStopRequests(env)
  try {
    const config = configuration(env, args)
    const account = firstAccount(env, config)
    const system = await startSystem(config, account, requests.signal, mains)
    print(`Stykkliste er klar på ${system.address}`)
    const weak = weakPasswordText(account)
    if (weak) printError(weak)
    const unknownProxy = unknownProxyText(env)
    if (unknownProxy) printError(unknownProxy)
    const text = setUpText(config, system.address)
    if (text) print(text)
    if (config.demo) await runDemo(system.address, account, text === null, requests.signal)
    await requests.asked
    print('Avslutter ...')
    await system.stop()
    print('Stykkliste er stoppet.')
  } catch (error) {
    if (!requests.signal.aborted) {
      printError(error instanceof Error ? error.message : String(error))
      process.exitCode = 1
    }
  }
  process.exit()
}
